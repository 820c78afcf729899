import { defineStoredValue } from '../../lib/stored-values.ts';

/** What the provider sent the owner back with (RFC 6749 §4.1.2), or that it sent nothing. */
export type ProviderReturn =
  | { readonly kind: 'code'; readonly code: string; readonly state: string }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'nothing' };

/** Longer than any code or state of the provider. */
const longest = 2048;

/** Reads the query of the address that the provider led to. */
export function parseProviderReturn(search: string): ProviderReturn {
  const query = new URLSearchParams(search);
  const error = query.get('error');
  // RFC 6749 §4.1.2.1 allows printable ASCII there; anybody can write this address, so only a word of it is shown.
  if (error !== null) return { kind: 'error', error: /^[\w.-]{1,60}$/.test(error) ? error : 'unknown_error' };
  const code = query.get('code') ?? '';
  if (code === '' || code.length > longest) return { kind: 'nothing' };
  return { kind: 'code', code, state: (query.get('state') ?? '').slice(0, longest) };
}

/** A code that waits, in this tab, for its owner to sign in. It is worth nothing without the server's secret, and once only. */
export const waitingProviderReturn = defineStoredValue<string>({
  key: 'music_provider_return',
  medium: 'session',
  // Signing in clears what the session before kept; this is for the session to come.
  clearedBy: 'nothing',
  parse: (text) => (parseProviderReturn(text).kind === 'code' ? text : undefined),
  format: (search) => search,
});
