import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Result } from '@castellan/foundation/result';
import { openText, sealText } from '../core/sealed-text.ts';
import type { KeyRing } from '../core/tokens.ts';

/** The row a sealed secret belongs to: in any other it opens nothing. */
export type FactorPlace = { readonly userId: string; readonly factorId: string };

type Keys = Pick<KeyRing, 'authenticatorKey'>;

/**
 * What the database keeps of an authenticator's secret, under a key that lies outside the database. A dump alone makes no
 * code; a row's value is bound to its user and its id.
 */
export function sealSecret(keys: Keys, place: FactorPlace, secret: string, randomBytes: RandomBytes): string {
  return sealText(keys.authenticatorKey, placeOf(place), secret, randomBytes);
}

/** The secret of a row. Failure `secret_unreadable`: it was changed, comes from another row, or another key sealed it. */
export function openSecret(keys: Keys, place: FactorPlace, sealed: string): Result<string, { readonly code: 'secret_unreadable' }> {
  return openText(keys.authenticatorKey, placeOf(place), sealed);
}

function placeOf({ userId, factorId }: FactorPlace): string {
  return `castellan auth: authenticator ${userId} ${factorId}`;
}
