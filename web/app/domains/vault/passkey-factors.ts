import { keepPasskey, offerPasskey } from '../session/passkey-factor.ts';

/** The auth service's part in a passkey: it says what is to be made, and keeps what was made as a factor. */
export type PasskeyFactors = { readonly offer: typeof offerPasskey; readonly keep: typeof keepPasskey };

/** The factors of the present session's account. */
export const accountPasskeys: PasskeyFactors = { offer: offerPasskey, keep: keepPasskey };
