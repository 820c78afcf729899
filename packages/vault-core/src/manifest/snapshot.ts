import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { identifierSchema, type Slot, slotSchema } from '../slots/slot.ts';
import type { ChainPoint, HistoryLink } from './chain.ts';
import { headPart, lastPart, maxPartCharacters } from './manifest-head.ts';

const digest = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const point = z.object({ chain: z.union([digest, z.literal('')]), digest });

const snapshotSchema = z.object({
  exists: z.boolean(),
  vault_id: z.nullish(identifierSchema),
  epoch: z.nullish(z.int().check(z.minimum(0))),
  slots: z.nullish(z.array(z.unknown()).check(z.maxLength(64))),
  parts: z.nullish(
    z
      .array(
        z.object({
          part: z.int().check(z.minimum(headPart), z.maximum(lastPart)),
          envelope: z.string().check(z.maxLength(maxPartCharacters)),
        }),
      )
      .check(z.maxLength(lastPart + 2)),
  ),
  links: z.nullish(
    z
      .array(z.object({ epoch: z.int().check(z.minimum(1)), digest, parents: z.nullish(z.array(point).check(z.length(2))) }))
      .check(z.maxLength(2_000_000)),
  ),
  tip: z.nullish(point),
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
      /** The writes since the epoch that was asked from, in ascending order. */
      readonly links: readonly HistoryLink[];
      /** The newest write as the server claims it. */
      readonly tip: ChainPoint | undefined;
    };

/** What `vault_snapshot()` answered, or `snapshot_malformed`. A slot in no known shape does not spoil the others. */
export function parseSnapshot(value: unknown): Result<Snapshot, { readonly code: 'snapshot_malformed' }> {
  const parsed = snapshotSchema.safeParse(value);
  if (!parsed.success) return fail({ code: 'snapshot_malformed' });
  const { exists, vault_id, epoch, slots, parts, links, tip } = parsed.data;
  if (!exists) return succeed({ exists: false });
  if (typeof vault_id !== 'string' || typeof epoch !== 'number' || epoch < 1) return fail({ code: 'snapshot_malformed' });
  const known: Slot[] = [];
  for (const item of slots ?? []) {
    const slot = slotSchema.safeParse(item);
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
    links: (links ?? []).map((link) => ({ ...link, parents: link.parents ?? undefined })).sort((one, other) => one.epoch - other.epoch),
    tip: tip ?? undefined,
  });
}
