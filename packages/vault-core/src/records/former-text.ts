import type { Result } from '@castellan/foundation/result';
import { digestOf } from '../crypto/sealing.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import { openFormerKeys } from '../manifest/retired-keys.ts';
import type { VaultPorts } from '../ports.ts';
import { openRecord, parseRecordEnvelope, type RecordFields, type RecordOpenFailure, type RecordPlace } from './sealed-record.ts';
import { listedRecord } from './verify-records.ts';

type Opened = Promise<Result<RecordFields, RecordOpenFailure>>;

/**
 * Opens a record's text, also one under a key that a rotation has ended, if the manifest lists that very text: a rotation was
 * finished without it, and it is back. Whoever has a former key can make up texts under it, and none that is listed.
 */
export async function openListedRecord(ports: Pick<VaultPorts, 'crypto'>, vault: OpenVault, place: RecordPlace, text: string): Opened {
  const opened = await openRecord(ports, vault, place, text);
  if (opened.ok || opened.failure.code !== 'unknown_key' || place.class !== 'row') return opened;
  const listed = listedRecord(vault, place);
  if (listed?.version !== place.version || listed.digest !== (await digestOf(ports.crypto, text))) return opened;
  return openFormerRecord(ports, vault, place, text);
}

/** Opens a text under any key that this vault has or had. Only for one that something else than the server vouches for. */
export async function openFormerRecord(ports: Pick<VaultPorts, 'crypto'>, vault: OpenVault, place: RecordPlace, text: string): Opened {
  const envelope = parseRecordEnvelope(text);
  const former = envelope.ok ? (vault.head?.former ?? []).filter(({ keyId }) => keyId === envelope.value.keyId) : [];
  if (vault.head === undefined || former.length === 0) return openRecord(ports, vault, place, text);
  const keys = await openFormerKeys(ports.crypto, vault, vault.keys, { ...vault.head, former });
  return openRecord(ports, { ...vault, retired: new Map([...vault.retired, ...keys]) }, place, text);
}
