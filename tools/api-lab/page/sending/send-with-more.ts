import { readFiles } from '../formats/read-files.ts';
import { readValues } from '../read-values.ts';
import type { Filling, VaultSource } from '../vault-values/vault-values.ts';
import type { BuiltRequest, Credentials } from './build-request.ts';
import { askToken } from './client-credentials.ts';
import { createMask, type Mask } from './mask.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import type { Secrets } from './variables.ts';

/** By what a request goes, and the vault that it may ask. */
export type Way = { readonly sender: Sender; readonly signal: AbortSignal; readonly vault: VaultSource | undefined };

type Given = {
  readonly filling: Filling;
  /** Names whose values are in the vault. */
  readonly used: ReadonlySet<string>;
  readonly way: Way;
  readonly fill: (secrets: Secrets) => (text: string) => string;
  readonly build: (given: Credentials) => BuiltRequest;
};

/** Sends a request with values of the vault, files, or a token of OAuth2; what comes back is masked. */
export async function sendWithMore({ filling: { auth, refs }, used, way, fill, build }: Given): Promise<Answer | SendFailure> {
  const { sender, signal, vault } = way;
  const values = await readValues(used, refs, vault);
  if (!values.ok) return failed(values.failure.code, values.failure.name);
  if (signal.aborted) return { kind: 'failed', reason: 'cancelled', totalMs: 0 };
  const secrets = values.value;
  const asked = auth.kind === 'oauth2' ? await askToken(auth, fill(secrets), sender, signal) : undefined;
  const built = build({ token: asked?.token, secrets });
  const mask = maskOf(secrets, built, asked?.token);
  if (asked?.failure !== undefined) return mask.answer(asked.failure);
  const read = await readFiles(built, sender.via);
  return read.ok ? mask.answer(await sender.send(read.value, signal)) : failed(read.failure.code, read.failure.name);
}

/** What was sent along with values of the vault: Basic credentials spell them again, and a token was given for them. */
function maskOf(values: ReadonlyMap<string, string>, { headers }: BuiltRequest, token: string | undefined): Mask {
  if (values.size === 0) return createMask([]);
  const credentials = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' && value.startsWith('Basic ') ? [value.slice(6)] : [],
  );
  return createMask([...values.values(), ...credentials, ...(token === undefined ? [] : [token])]);
}

function failed(reason: string, about: string): SendFailure {
  return { kind: 'failed', reason, about, totalMs: 0 };
}
