import { useEffect, useState } from 'react';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import type { MalformedRow } from '../collection.ts';
import type { RawRecord } from '../record.ts';
import type { PutBackFailure } from '../sealer.ts';
import { verifiedCopies } from './verified-copies.ts';

type PutBackProps = {
  readonly collection: string;
  readonly row: MalformedRow;
  /** Reads the collection again. */
  readonly refresh: () => Promise<void>;
};

/** Writes this device's copy over a record that the server does not show as the vault lists it; nothing where there is no such copy. */
export function PutBackButton({ collection, row, refresh }: PutBackProps) {
  const toast = useToast();
  const [copy, setCopy] = useState<RawRecord>();
  const { id, raw } = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have another copy.
  useEffect(() => whileWanted(verifiedCopies(indexedDB).read(collection, id), setCopy), [collection, id, raw.version]);
  if (copy === undefined || !isWanted(row, copy)) return null;
  const putBack = async () => {
    const { browserVault } = await import('../../vault/browser-vault.client.ts');
    const put = await browserVault().records.putBack(collection, copy);
    if (put.ok) await refresh();
    toast(
      put.ok
        ? { title: 'Put Back', description: 'This device’s copy is the record again, as a new version.' }
        : { title: 'Error', description: failures[put.failure.code], tone: 'alert' },
    );
  };
  return (
    <div>
      <GhostButton onWork={putBack}>Put back this device’s copy</GhostButton>
      <p className="mt-1 text-sm text-muted">{`It was saved on ${savedOn(copy)}. Later changes by other devices are not in it.`}</p>
    </div>
  );
}

/** When the text that this device has a copy of was saved: it may be older than the device's last look. */
function savedOn({ updated_at }: RawRecord): string {
  return new Date(updated_at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Whether the copy is other than what is there: a row that is as listed and that its app cannot read is no other for being written again. */
function isWanted({ fault, isShown, raw }: MalformedRow, copy: RawRecord): boolean {
  if (fault === 'unverified' || fault === 'unlisted') return false;
  return isShown === true || fault === 'missing' || raw['sealed'] !== copy['sealed'] || raw.deleted_at !== copy.deleted_at;
}

const failures: Readonly<Record<PutBackFailure['code'], string>> = {
  locked: 'The vault is locked.',
  unreadable: 'This device’s copy does not open with the vault’s keys. Nothing was changed.',
  not_put_back: 'A newer version of this program wrote what the server has. Reload the page, or update the program.',
  unanswered: 'The server does not answer, or the vault was changed meanwhile. Try again.',
};
