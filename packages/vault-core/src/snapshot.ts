import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { headPart, lastPart, mostPartCharacters } from './manifest-head.ts';
import { identifierSchema, type Slot, slotSchema } from './slot.ts';

const snapshotSchema = z.object({
  exists: z.boolean(),
  vault_id: identifierSchema.nullish(),
  epoch: z.int().min(0).nullish(),
  slots: z.array(z.unknown()).max(64).nullish(),
  parts: z
    .array(
      z.object({
        part: z.int().min(headPart).max(lastPart),
        envelope: z.string().max(mostPartCharacters),
      }),
    )
    .max(lastPart + 2)
    .nullish(),
});

/** The whole vault but for its rows, as the server says it stands at one moment. Nothing of it is believed yet. */
export type Snapshot =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly vaultId: string;
      readonly epoch: number;
      readonly slots: readonly Slot[];
      /** Slots that were left out because they are in no known shape. */
      readonly foreignSlots: number;
      readonly parts: ReadonlyMap<number, string>;
    };

/** What `vault_snapshot()` answered, or `snapshot_malformed`. A slot in no known shape does not spoil the others. */
export function parseSnapshot(value: unknown): Result<Snapshot, { readonly code: 'snapshot_malformed' }> {
  const parsed = snapshotSchema.safeParse(value, { jitless: true });
  if (!parsed.success) return fail({ code: 'snapshot_malformed' });
  const { exists, vault_id, epoch, slots, parts } = parsed.data;
  if (!exists) return succeed({ exists: false });
  if (typeof vault_id !== 'string' || typeof epoch !== 'number' || epoch < 1) return fail({ code: 'snapshot_malformed' });
  const known: Slot[] = [];
  for (const item of slots ?? []) {
    const slot = slotSchema.safeParse(item, { jitless: true });
    if (slot.success && !known.some(({ id }) => id === slot.data.id)) known.push(slot.data);
  }
  const foreignSlots = (slots?.length ?? 0) - known.length;
  return succeed({
    exists: true,
    vaultId: vault_id,
    epoch,
    slots: known,
    foreignSlots,
    parts: new Map((parts ?? []).map(({ part, envelope }) => [part, envelope])),
  });
}
