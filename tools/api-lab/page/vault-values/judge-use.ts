import { secureOrigin } from '@castellan/foundation/secure-origin';
import type { VaultRef } from '../model.ts';
import type { Sender } from '../sending/sender.ts';

/** A message that would go out with values of the vault in it, or with a token that was given for some. */
export type Use = {
  /** What the owner is told that it is. */
  readonly label: string;
  readonly method: string;
  /** Its address, with `{{name}}` wherever a value of the vault would stand. */
  readonly url: string;
  /** The address as it goes out, where that is known. */
  readonly sentUrl?: string | undefined;
  /** At least one: the names in it, or behind its token, and what they stand for. Where in the message they stand does not matter, but for the address. */
  readonly refs: ReadonlyMap<string, VaultRef>;
};

/**
 * Why a message may not go out. `vault_in_origin`: a value stands in scheme, user, host or port. `vault_address`: not an address of http
 * or https, or one with a user name. `vault_origin_changed`: it leads elsewhere than was asked about.
 */
export type UseRefusal = {
  readonly code: 'vault_needs_relay' | 'vault_in_origin' | 'vault_address' | 'vault_plain_http' | 'vault_origin_changed';
  /** The names it is about. */
  readonly about: string;
};

/** What is to be done with a message. `entryIds`: of entries that were not yet allowed to go to the origin. */
export type Judged =
  | { readonly verdict: 'allowed'; readonly origin: string }
  | { readonly verdict: 'ask'; readonly origin: string; readonly entryIds: readonly string[] }
  | ({ readonly verdict: 'refused' } & UseRefusal);

/** Origins by entry. */
export type AllowedOrigins = ReadonlyMap<string, readonly string[]>;

/**
 * Values that lead elsewhere from wherever an origin is still being read: in a host, after it, in a port, before one. An address of
 * which all of these give the same origin is past its origin where the first value stands, and no other value can change it (WHATWG
 * URL, basic URL parser: nothing leads from the path back to the authority).
 */
const probes = ['a', 'b.c', '1', '@', ':', '/', '?', '#', '\\', '.', '%41', ''];

const named = /\{\{([^{}]+)\}\}/g;

/**
 * The one rule for values of the vault: they go by the relay, to an origin that is written out in the request, over https or to
 * loopback, and only where the owner has allowed it to each entry.
 */
export function judgeUse({ url, sentUrl, refs }: Use, via: Sender['via'], allowed: AllowedOrigins): Judged {
  const about = [...refs.keys()].join(', ');
  const refuse = (code: UseRefusal['code']): Judged => ({ verdict: 'refused', code, about });
  if (via !== 'relay') return refuse('vault_needs_relay');
  const filled = probes.map((probe) => secureOrigin(url.replaceAll(named, (whole, name: string) => (refs.has(name) ? probe : whole))));
  const [first] = filled;
  const textOf = (origin: typeof first) => (origin === undefined ? '' : origin.ok ? origin.value : origin.failure.code);
  if (first === undefined || filled.some((origin) => textOf(origin) !== textOf(first))) return refuse('vault_in_origin');
  if (!first.ok) return refuse(first.failure.code === 'plain_http' ? 'vault_plain_http' : 'vault_address');
  const origin = first.value;
  if (sentUrl !== undefined) {
    const sent = secureOrigin(sentUrl);
    if (!sent.ok || sent.value !== origin) return refuse('vault_origin_changed');
  }
  const entryIds = [...new Set([...refs.values()].map(({ entryId }) => entryId))];
  const asked = entryIds.filter((id) => allowed.get(id)?.includes(origin) !== true);
  return asked.length === 0 ? { verdict: 'allowed', origin } : { verdict: 'ask', origin, entryIds: asked };
}
