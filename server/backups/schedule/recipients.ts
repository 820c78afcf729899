import { Encrypter } from 'age-encryption';

/** Whether it is an age recipient, `age1…`. An identity is none. */
export function isRecipient(given: string): boolean {
  try {
    new Encrypter().addRecipient(given);
    return true;
  } catch {
    return false;
  }
}
