import { fail, type Result } from '@castellan/foundation/result';
import { generatePassphrase, type PassphraseOptions } from '@castellan/vault-core/generate/passphrase';
import { type Generated, generatePassword, type PasswordOptions } from '@castellan/vault-core/generate/password';

export { defaultPassphraseOptions, type PassphraseOptions, passphraseWordCounts } from '@castellan/vault-core/generate/passphrase';
export {
  type CharacterClass,
  defaultPasswordOptions,
  type Generated,
  type PasswordOptions,
  passwordLengths,
} from '@castellan/vault-core/generate/password';

/** What is to be made. */
export type GeneratorOptions = ({ readonly style: 'password' } & PasswordOptions) | ({ readonly style: 'passphrase' } & PassphraseOptions);

/** Makes a password or a passphrase from the browser's own randomness, with its exact entropy. The list of words is loaded when first needed. */
export async function generateSecret(options: GeneratorOptions): Promise<Result<Generated, { readonly code: string }>> {
  if (options.style === 'password') return generatePassword(options, randomBytes);
  try {
    const { effLargeWordlist } = await import('@castellan/foundation/eff-large-wordlist');
    return generatePassphrase(options, effLargeWordlist, randomBytes);
  } catch {
    return fail({ code: 'wordlist_out_of_reach' });
  }
}

function randomBytes(byteCount: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(byteCount));
}
