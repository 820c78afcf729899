import type { ApiRequest } from '../model.ts';
import type { NamedRequest } from '../sending/name-request.ts';
import type { Use } from './judge-use.ts';

/** The messages of a request that take values of the vault along: what asks for its token, and itself. */
export type UsesOfRequest = { readonly token: Use | undefined; readonly whole: Use | undefined };

/** A token is worth what it was given for: the request that it goes with counts as one with those values. */
export function usesOf({ name, method }: Pick<ApiRequest, 'name' | 'method'>, named: NamedRequest): UsesOfRequest {
  const { built, filling, inToken, tokenUrl, used } = named;
  const refsOf = (names: ReadonlySet<string>) => new Map([...filling.refs].filter(([one]) => names.has(one)));
  return {
    token: inToken.size === 0 ? undefined : { label: `${name}, its token`, method: 'POST', url: tokenUrl, refs: refsOf(inToken) },
    whole: used.size === 0 ? undefined : { label: name, method, url: built.url, refs: refsOf(used) },
  };
}
