import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Decrypter, type Stanza } from 'age-encryption';
import type { Bytes } from '../ports.ts';
import type { Slot } from '../slots/slot.ts';
import { type KeyStanza, parseKeyStanza, parseSlotStanza } from './backup-stanzas.ts';

/** Ways in that a header has at most. */
const maxSlots = 64;

/** What scrypt is given at most, as a power of two: a gibibyte of memory. */
const maxScryptLogN = 20;

/** What a header says before anything is opened. Nothing of it is believed until the file key fits its code. */
export type BackupHeader =
  | { readonly kind: 'keys'; readonly key: KeyStanza; readonly slots: readonly Slot[] }
  | { readonly kind: 'passphrase' };

/** `not_a_backup`: no age file, or one that something else opens. `absurd`: opening it would exhaust the device. */
export type HeaderFailure = { readonly code: 'not_a_backup' | 'absurd' };

/** What opens a file, by its header. */
export async function parseBackupHeader(header: Bytes): Promise<Result<BackupHeader, HeaderFailure>> {
  const stanzas = await stanzasOf(header);
  if (stanzas?.length === 1 && stanzas[0]?.args[0] === 'scrypt') {
    const logN = Number(stanzas[0].args[2]);
    if (!Number.isInteger(logN) || logN < 1) return fail({ code: 'not_a_backup' });
    return logN > maxScryptLogN ? fail({ code: 'absurd' }) : succeed({ kind: 'passphrase' });
  }
  const slots: Slot[] = [];
  let key: KeyStanza | undefined;
  for (const stanza of stanzas ?? []) {
    const slot = parseSlotStanza(stanza);
    if (slot !== undefined) slots.push(slot);
    key ??= parseKeyStanza(stanza);
  }
  return key === undefined || slots.length > maxSlots ? fail({ code: 'not_a_backup' }) : succeed({ kind: 'keys', key, slots });
}

/** The library shows a header's stanzas to whoever may know the file key; nobody here does. */
async function stanzasOf(header: Bytes): Promise<readonly Stanza[] | undefined> {
  let seen: readonly Stanza[] | undefined;
  const decrypter = new Decrypter();
  decrypter.addIdentity({
    unwrapFileKey: (stanzas: readonly Stanza[]) => {
      seen = stanzas;
      return null;
    },
  });
  await decrypter.decryptHeader(header).catch(() => undefined);
  return seen;
}
