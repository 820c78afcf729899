import { parseJson } from '@castellan/foundation/parse-json';
import { useMemo } from 'react';
import { GhostButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { Fields } from '../records/record.ts';
import { SyncConflicts } from '../records/sync-conflicts.tsx';
import type { EditToast } from '../records/use-edit-toast.ts';
import type { BundledRecord, BundleKind } from './bundle-kind.ts';
import type { BundlesInHand } from './use-bundles.ts';

type BundleNoticesProps<Kept extends BundledRecord> = {
  readonly kind: BundleKind<Kept>;
  readonly hand: BundlesInHand<Kept>;
  /** What one record is called, and more than one: `entry` and `entries`. */
  readonly noun: readonly [one: string, many: string];
  readonly tell: EditToast['tell'];
};

/**
 * Everything of bundled records that wants the owner's decision: what two devices changed, imports that did not arrive whole, and
 * records that cannot be read. Nothing where there is nothing.
 */
export function BundleNotices<Kept extends BundledRecord>({ kind, hand, noun, tell }: BundleNoticesProps<Kept>) {
  const { unfinished, unreadable } = hand.view;
  const inWords = useMemo(() => (fields: Fields) => fieldsInWords(kind, fields), [kind]);
  return (
    <>
      <SyncConflicts collection={hand.bundles} inWords={inWords} />
      {unfinished.size === 0 ? null : (
        <Panel title="An import is not complete" className="mb-6">
          <ul className="grid gap-4">
            {[...unfinished].map(([batchId, records]) => (
              <li key={batchId} className="grid gap-3">
                <StatusMark kind="warning">
                  {`${count(records.length, noun)} of it arrived here, and the rest did not. ${records.length === 1 ? 'It is' : 'They are'} hidden until it does.`}
                </StatusMark>
                <p className="text-sm text-muted">
                  The device that imports sends the rest when it is online and unlocked. Importing the same file here completes it, too.
                </p>
                <GhostButton className="justify-self-start" onClick={() => void tell(hand.takeImportBack(batchId), 'Removed')}>
                  Remove what arrived
                </GhostButton>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {unreadable.length === 0 ? null : (
        <Panel title={`${count(unreadable.length, noun)} cannot be read`} className="mb-6">
          <ul className="grid gap-1 text-sm text-muted">
            {[...new Set(unreadable.map(({ issue }) => issue))].slice(0, 5).map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">They may be of a later version of this program. Reload the page before you remove them.</p>
          <GhostButton
            className="mt-3"
            onClick={() =>
              void tell(
                hand.edit((view) => ({ clear: view.unreadable })),
                'Removed',
              )
            }
          >
            Remove them
          </GhostButton>
        </Panel>
      )}
    </>
  );
}

const count = (many: number, [one, more]: readonly [string, string]) =>
  many === 1 ? `1 ${one}` : `${many.toLocaleString('en-GB')} ${more}`;

/** The fields of a bundle as the owner knows them: each record by its name, with what it says. */
export function fieldsInWords<Kept extends BundledRecord>(kind: BundleKind<Kept>, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => {
      if (!field.startsWith('r:')) return [field, text];
      if (text === null || text === undefined) return ['record', 'deleted permanently'];
      const parsed = kind.schema.safeParse(typeof text === 'string' ? parseJson(text) : undefined);
      if (!parsed.success) return ['record', 'unreadable'];
      const { id: _, batch: _batch, removed_at, ...said } = parsed.data;
      const words = Object.entries(said).flatMap(([name, value]) =>
        value === null || value === '' || typeof value === 'object' ? [] : [`${name.replaceAll('_', ' ')} ${String(value)}`],
      );
      return [kind.nameOf(parsed.data), `${words.join(', ')}${removed_at === null ? '' : ', in the trash'}`];
    }),
  );
}
