import { utf8 } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { argon2idOfLibsodium } from '@castellan/vault-core/crypto/argon2id-libsodium';
import type { Argon2id } from '@castellan/vault-core/ports';

/** Libsodium for its known answers, and a digest of all inputs in place of costly derivations, which these tests are not about. */
export const quickArgon2id: Argon2id = async (password, salt, cost) => {
  if (cost.memoryKib < 2_048) return argon2idOfLibsodium(password, salt, cost);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', frame(password, salt, utf8(`${cost.memoryKib}.${cost.passes}`))));
};
