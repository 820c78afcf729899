import { keepPasskey, offerPasskey, requestPasskey, showPasskey } from '../../session/passkey-factor.ts';

/**
 * The auth service's part in a passkey: it says what is to be made, and keeps what was made as a factor; it asks for one that it
 * has, and checks what that answered.
 */
export type PasskeyFactors = {
  readonly offer: typeof offerPasskey;
  readonly keep: typeof keepPasskey;
  readonly request: typeof requestPasskey;
  readonly show: typeof showPasskey;
};

/** The factors of the present session's account. */
export const accountPasskeys: PasskeyFactors = {
  offer: offerPasskey,
  keep: keepPasskey,
  request: requestPasskey,
  show: showPasskey,
};
