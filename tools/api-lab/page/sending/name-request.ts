import type { Placed } from '../change-workspace.ts';
import type { Auth, Environment } from '../model.ts';
import { type Filling, fillingOf, watchNames } from '../vault-values/vault-values.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { addFileType } from './file-memory.ts';
import { fillIn, type Made } from './variables.ts';

/** What values that are made again each time come from, here. */
export const made: Made = {
  nowMs: () => Date.now(),
  uuid: () => {
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) =>
      (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
    ).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
  random: () => Math.random(),
};

/**
 * A request with names in the place of values of the vault. `used`: the names that it, or what asks for its token, takes along;
 * `inToken`: those of the latter, which goes to `tokenUrl`.
 */
export type NamedRequest = {
  readonly filling: Filling;
  readonly built: BuiltRequest;
  readonly used: ReadonlySet<string>;
  readonly inToken: ReadonlySet<string>;
  readonly tokenUrl: string;
};

/** Builds a request without any value of the vault, and says which it would want. */
export function nameRequest(placed: Placed, environment: Environment | undefined): NamedRequest {
  const { request } = placed;
  const filling = fillingOf(placed, environment);
  const { auth, variables, refs } = filling;
  const { secrets, used } = watchNames(refs);
  const ofToken = watchNames(refs);
  const fill = (text: string) => fillIn(text, variables, made, ofToken.secrets);
  const [tokenUrl = ''] = auth.kind === 'oauth2' ? [auth.tokenUrl, auth.clientId, auth.clientSecret, auth.scope].map(fill) : [];
  for (const name of ofToken.used) used.add(name);
  // Names would not be read in base64.
  const inBasic = watchNames(refs);
  if (auth.kind === 'basic') fillIn(`${auth.username}:${auth.password}`, variables, made, inBasic.secrets);
  const named: Auth =
    auth.kind === 'basic' && inBasic.used.size > 0
      ? { kind: 'apikey', name: 'Authorization', value: `Basic base64(${auth.username}:${auth.password})`, in: 'header' }
      : auth;
  return { filling, built: addFileType(buildRequest(request, named, variables, made, { secrets })), used, inToken: ofToken.used, tokenUrl };
}
