import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '@castellan/foundation/clock';
import type { OtherWays } from '@castellan/platform/auth/auth-tools';
import type { OpenIdProvider } from '@castellan/platform/auth/providers/provider-settings';
import type { Log } from '@castellan/platform/core/log';
import { z } from 'zod';
import type { Egress } from '../adapters/egress.ts';
import { isLoopbackName, type OtherWaysSettings } from '../open-settings.ts';

/**
 * Signing in by somebody else's word: the one place that knows the platform's folder for it, and loads it only where something is set up.
 * A build may leave that folder out: the platform then refuses those calls as the hosted service does.
 */

/** Opens what the owner of the server set up; nothing where nothing is. */
export type WaysOpener = (ports: { readonly egress: Egress; readonly clock: Clock; readonly log: Log }) => OtherWays | undefined;

const text = z.string().min(1).max(500);
const providerSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_:-]{0,39}$/)
    .refine((name) => !['email', 'phone', 'web3', 'anonymous_users'].includes(name)),
  issuer: text.refine(isIssuer),
  client_id: text,
  client_secret: text,
  also_for: z.array(text).max(20).default([]),
});

const variable = 'AUTH_PROVIDERS_FILE';

/**
 * Reads what is set up. Rejects with a sentence for people, which holds nothing of the file, where half of it is missing, or where this
 * build left the folder out.
 */
export async function readOtherWays({ file, linking, wallets, smsHook }: OtherWaysSettings): Promise<WaysOpener> {
  if (file === undefined && linking) {
    throw new Error(`AUTH_MANUAL_LINKING is on, and ${variable} names no file with providers. Set both, or neither.`);
  }
  const providers = file === undefined ? [] : readProviders(file);
  if (providers.length === 0 && wallets.length === 0 && smsHook === undefined) return () => undefined;
  const { openOtherWays } = await loadFolder();
  return ({ egress, clock, log }) => openOtherWays({ providers, linking, wallets, smsHook, ask: egress.send, clock, log });
}

async function loadFolder() {
  try {
    return await import('@castellan/platform/auth/providers/open-ways');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Error(`This build leaves out signing in by other services and wallets. Take ${variable}, AUTH_WALLETS and SMS_HOOK_URL out.`);
  }
}

function readProviders(path: string): readonly OpenIdProvider[] {
  refuseExposed(path);
  const parsed = z.array(providerSchema).min(1).max(20).safeParse(readDocument(path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [at, field] = issue?.path ?? [];
    const place = typeof at === 'number' ? `Its entry ${at + 1} is wrong${typeof field === 'string' ? ` at ${field}` : ''}. ` : '';
    throw new Error(
      `The providers in ${path} (${variable}) cannot be taken. ${place}It must be a JSON list, each with name, issuer, client_id and client_secret: the issuer an https address (http on loopback alone) as its own document says it.`,
    );
  }
  const names = parsed.data.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`Two providers in ${path} (${variable}) have the same name. Give each its own.`);
  return parsed.data.map((given) => ({
    name: given.name,
    issuer: given.issuer,
    clientId: given.client_id,
    clientSecret: given.client_secret,
    alsoFor: given.also_for,
  }));
}

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The parser's own words could quote the secrets in the file.
    return undefined;
  }
}

/** OpenID Connect Discovery §2: without query and fragment. Its secrets travel to it, so in clear only within this machine. */
function isIssuer(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || /[?#\s]/.test(address) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}

function refuseExposed(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new Error(`The file ${path} (${variable}) is missing.`);
  if (process.getuid === undefined) return;
  if (status.uid === process.getuid() && (status.mode & 0o077) === 0) return;
  throw new Error(`${path} (${variable}) must belong to the user who runs this and be closed to everybody else (mode 600).`);
}
