import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { HeldItem } from '../contract/held-item.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import { readBackRecords } from '../sealed-records/reseal-records.ts';
import { readAllRows } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';

/** Findings of entries that say nothing of what is sealed in them. */
const harmless: ReadonlySet<string> = new Set(['relabelled', 'icon_unreadable', 'planted_v1', 'unlisted', 'unconverted']);

/**
 * Reads every entry and every record of other apps back, and fails where one is not what the vault lists or does not open, unless the
 * owner was shown that one: `without`.
 */
export async function readAllBack(core: VaultCore, without: readonly HeldItem[]): Promise<Result<undefined, VaultFailure>> {
  const { run } = core;
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  if (!(await readAllRows(core))) return fail({ code: core.isOver(run) ? 'locked' : 'unreachable' });
  const { findings } = core.opened.rows ?? { findings: [] };
  const entries = findings.flatMap(({ id, code }): HeldItem[] => (id === null || harmless.has(code) ? [] : [{ id, code }]));
  const records = await readBackRecords(core);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (records.kind === 'stopped') return fail({ code: 'unreachable' });
  const held = [...entries, ...(records.kind === 'held' ? records.records : [])];
  const isSeen = ({ collection, id }: HeldItem) => without.some((one) => one.collection === collection && one.id === id);
  return held.every(isSeen) ? succeed(undefined) : fail({ code: 'not_read_back', held });
}
