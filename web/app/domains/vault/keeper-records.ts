import { fail, succeed } from '@castellan/foundation/result';
import { inChunks } from '@castellan/vault-core/in-chunks';
import type { OpenVault } from '@castellan/vault-core/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { openRecord, parseRecordEnvelope, sealRecord } from '@castellan/vault-core/sealed-record';
import type { JobInput, JobResult, RecordRow, ResealedRows } from './vault-work.ts';

/** Seals records of other apps, all or none. */
export async function sealRecords(
  ports: VaultPorts,
  vault: OpenVault,
  records: JobInput<'sealRecords'>,
): Promise<JobResult<'sealRecords'>> {
  const texts: string[] = [];
  for (const sealed of await inChunks(records, ({ place, fields }) => sealRecord(ports, vault, place, fields))) {
    if (!sealed.ok) return sealed;
    texts.push(sealed.value);
  }
  return succeed(texts);
}

/** Opens records of other apps, each for itself: one that was tampered with is named and hides no other. */
export async function openRecords(
  ports: VaultPorts,
  vault: OpenVault,
  records: JobInput<'openRecords'>,
): Promise<JobResult<'openRecords'>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  return succeed(await inChunks(records, ({ place, text }) => openRecord(ports, vault, place, text)));
}

/** Seals rows that are still under a retired key for the version that writing them makes; names those that do not open. */
export async function resealRecords(
  ports: VaultPorts,
  vault: OpenVault,
  { collection, rows }: JobInput<'resealRecords'>,
): Promise<JobResult<'resealRecords'>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const outcomes = await inChunks(rows, (row) => resealOne(ports, vault, collection, row));
  return succeed(
    outcomes.reduce<ResealedRows>(
      (all, one) => ({ sealed: [...all.sealed, ...one.sealed], unreadable: [...all.unreadable, ...one.unreadable] }),
      {
        sealed: [],
        unreadable: [],
      },
    ),
  );
}

async function resealOne(ports: VaultPorts, vault: OpenVault, collection: string, row: RecordRow): Promise<ResealedRows> {
  const envelope = parseRecordEnvelope(row.sealed);
  // What no key of this vault opens now, a rotation takes nothing from: only rows under a retired key have something to lose.
  if (!envelope.ok || !vault.retired.has(envelope.value.keyId)) return { sealed: [], unreadable: [] };
  const place = { class: 'row', collection, id: row.id, version: row.version } as const;
  const opened = await openRecord(ports, vault, place, row.sealed);
  if (!opened.ok) return { sealed: [], unreadable: [row.id] };
  const sealed = await sealRecord(ports, vault, { ...place, version: row.version + 1 }, opened.value);
  return sealed.ok ? { sealed: [{ ...row, sealed: sealed.value }], unreadable: [] } : { sealed: [], unreadable: [row.id] };
}
