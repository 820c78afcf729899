import { readFiles } from '../formats/read-files.ts';
import type { ApiRequest } from '../model.ts';
import { readValues } from '../read-values.ts';
import { type Admitted, admitUses, boundSender } from '../vault-values/admit-uses.ts';
import { judgeUse, type Use } from '../vault-values/judge-use.ts';
import { usesOf } from '../vault-values/uses-of.ts';
import type { VaultSource } from '../vault-values/vault-values.ts';
import type { BuiltRequest, Credentials } from './build-request.ts';
import { askToken } from './client-credentials.ts';
import { createMask, type Mask } from './mask.ts';
import type { NamedRequest } from './name-request.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import type { Secrets } from './variables.ts';

/** By what a request goes, and the vault that it may ask. */
export type Way = { readonly sender: Sender; readonly signal: AbortSignal; readonly vault: VaultSource | undefined };

type Given = {
  readonly request: ApiRequest;
  readonly named: NamedRequest;
  readonly way: Way;
  readonly fill: (secrets: Secrets) => (text: string) => string;
  readonly build: (given: Credentials) => BuiltRequest;
};

/**
 * Sends a request with values of the vault, files, or a token of OAuth2; what comes back is masked. A value is asked for only once its
 * way is known, and goes no other.
 */
export async function sendWithMore({ request, named, way, fill, build }: Given): Promise<Answer | SendFailure> {
  const { sender, signal, vault } = way;
  const { auth, refs } = named.filling;
  const uses = usesOf(request, named);
  const admitted = await admitUses(listOf(uses.token, uses.whole), sender.via, vault, signal);
  if (!admitted.ok) return failed(admitted.failure.messages[0]?.code ?? '', admitted.failure.messages[0]?.about ?? '');
  const senderOf = (use: Use | undefined) => (use === undefined ? sender : boundSender(sender, use, admitted.value));
  const originsOf = (name: string) =>
    listOf(uses.token, uses.whole).flatMap((use) => (use.refs.has(name) ? originOf(use, sender, admitted.value) : []));
  const values = await readValues(named.used, refs, vault, originsOf);
  if (!values.ok) return failed(values.failure.code, values.failure.name);
  if (signal.aborted) return { kind: 'failed', reason: 'cancelled', totalMs: 0 };
  // A message is filled with the values that it was judged by and with no other: what is drawn anew when it is filled may name more.
  const secretsOf = (use: Use | undefined): Secrets => ({
    get: (name) => (use?.refs.has(name) === true ? values.value.get(name) : undefined),
  });
  const asked = auth.kind === 'oauth2' ? await askToken(auth, fill(secretsOf(uses.token)), senderOf(uses.token), signal) : undefined;
  const built = build({ token: asked?.token, secrets: secretsOf(uses.whole) });
  const mask = maskOf(values.value, built, asked?.token);
  if (asked?.failure !== undefined) return mask.answer(asked.failure);
  const read = await readFiles(built, sender.via);
  return read.ok ? mask.answer(await senderOf(uses.whole).send(read.value, signal)) : failed(read.failure.code, read.failure.name);
}

function listOf(...uses: readonly (Use | undefined)[]): readonly Use[] {
  return uses.filter((use) => use !== undefined);
}

function originOf(use: Use, { via }: Sender, { allowed }: Admitted): readonly string[] {
  const judged = judgeUse(use, via, allowed);
  return judged.verdict === 'refused' ? [] : [judged.origin];
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
