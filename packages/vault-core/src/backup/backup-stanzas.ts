import { textOf, utf8 } from '@castellan/foundation/bytes';
import { Stanza } from 'age-encryption';
import { canonicalJson, parseJson } from '../crypto/canonical-json.ts';
import { isIdentifier } from '../identifier.ts';
import type { Bytes } from '../ports.ts';
import { keyIdSchema, type Slot, slotSchema } from '../slots/slot.ts';

/** The file key wrapped under the vault key, and whose vault that is. */
export type KeyStanza = { readonly userId: string; readonly vaultId: string; readonly keyId: string; readonly wrapped: Bytes };

const slotType = 'castellan.backup.1/slot';
const keyType = 'castellan.backup.1/key';

/** A way in as it stands in the header: its row, but for where it lies. */
export function slotStanza({ id, kind, key_id, parameters, wrapped }: Slot): Stanza {
  return new Stanza([slotType, kind, id, key_id], utf8(canonicalJson({ parameters, wrapped })));
}

/** The way in that a stanza is, or `undefined`. */
export function parseSlotStanza({ args, body }: Stanza): Slot | undefined {
  const [type, kind, id, key_id] = args;
  if (type !== slotType || args.length !== 4) return undefined;
  const text = textOf(body);
  const value = text === undefined ? undefined : parseJson(text);
  if (typeof value !== 'object' || value === null || !('parameters' in value) || !('wrapped' in value)) return undefined;
  const { parameters, wrapped } = value;
  return slotSchema.safeParse({ kind, id, key_id, parameters, wrapped }).data;
}

/** The stanza that wraps the file key. */
export function keyStanza({ userId, vaultId, keyId, wrapped }: KeyStanza): Stanza {
  return new Stanza([keyType, userId, vaultId, keyId], wrapped);
}

/** The wrapped file key that a stanza is, or `undefined`. */
export function parseKeyStanza({ args, body }: Stanza): KeyStanza | undefined {
  const [type, userId, vaultId, keyId] = args;
  if (type !== keyType || args.length !== 4 || !isIdentifier(userId) || !isIdentifier(vaultId)) return undefined;
  const named = keyIdSchema.safeParse(keyId);
  return named.success ? { userId, vaultId, keyId: named.data, wrapped: new Uint8Array(body) } : undefined;
}
