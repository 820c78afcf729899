import { GhostButton } from '../../ui/button.tsx';
import { fetchedPart } from '../../ui/fetched-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { rarePart } from '../../ui/rare-part.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { MalformedRow } from './collection.ts';
import type { Fields, RawRecord } from './record.ts';
import type { CollectionInHand } from './use-collection.ts';

/** Everything of a collection that wants the owner’s decision: refused changes, conflicts, and rows that cannot be read. */
export function SyncConflicts<Row extends RawRecord>({
  collection,
  inWords = asTheyAre,
  textField,
  lostIs = 'goes into the trash',
}: {
  readonly collection: CollectionInHand<Row>;
  /** Fields as the owner knows them, where their names or values are not for reading. */
  readonly inWords?: (fields: Fields) => Fields;
  /** A field with a text, of which the two sides are compared place by place. */
  readonly textField?: string;
  /** What becomes of what is not kept, after "What you do not keep". */
  readonly lostIs?: string;
}) {
  const { conflicted, malformed } = collection.state;
  if (conflicted.length === 0 && malformed.length === 0) return null;
  return (
    <Panel title="Needs your decision" className="mb-6">
      <ul className="grid gap-4">
        {conflicted.map((one) => (
          <li key={one.change.sequence} className="border-t border-hairline pt-3 first:border-t-0 first:pt-0">
            <SyncConflict one={one} decide={collection.decide} inWords={inWords} textField={textField} lostIs={lostIs} />
          </li>
        ))}
        {malformed.map((row) => (
          <li key={row.id} className="border-t border-hairline pt-3 first:border-t-0 first:pt-0">
            <Unreadable row={row} collection={collection} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const asTheyAre = (fields: Fields) => fields;

/** How a conflict is shown and decided: fetched where there is one. */
const SyncConflict = fetchedPart(async () => (await import('./conflicts/sync-conflict.tsx')).SyncConflict);

const faultTexts: Readonly<Record<string, string>> = {
  missing: 'the vault lists it, and the server does not show it',
  stale: 'the server returned an older version than the vault lists',
  altered: 'the server returned a different state than the vault lists',
  ahead: 'the server returned a newer version than the vault lists',
  earlier: 'the server returned an older version than the vault lists; what you see is this browser’s',
  other: 'the server shows another text of it; what you see is this browser’s',
  unlisted: 'the vault does not list it: it was brought back after it was gone, or put there',
  unverified: 'the part of the vault’s manifest that lists it is not what it was',
};

/** The first choice for such a row, fetched where there is one: what this device has of it. */
const PutBack = rarePart(async () => (await import('./copies/put-back-button.tsx')).PutBackButton);

function Unreadable<Row extends RawRecord>({
  row,
  collection: { name: collection, remove, settleFault, refresh },
}: {
  readonly row: MalformedRow;
  readonly collection: CollectionInHand<Row>;
}) {
  const { id, name, issue, fault, raw } = row;
  const said =
    fault === 'altered' && raw.deleted_at !== null
      ? 'the server has put it into the trash, and the vault has not'
      : (faultTexts[issue] ?? issue);
  const text =
    fault === 'missing'
      ? `A record is missing: ${said}.`
      : fault === undefined
        ? `“${name}” ${row.isShown === true ? 'is not safe at the server' : 'cannot be read'} (${said}).`
        : `“${name}” is not shown as one of yours: ${said}.`;
  return (
    <>
      <StatusMark kind="failure" className="wrap-anywhere">
        {text}
      </StatusMark>
      <div className="mt-3 flex flex-wrap gap-3">
        {collection === undefined ? null : <PutBack collection={collection} row={row} refresh={refresh} />}
        {fault === undefined || fault === 'unverified' ? null : (
          <GhostButton onClick={() => void settleFault(id)}>
            {fault === 'missing' ? 'Miss it no longer' : raw.deleted_at === null ? 'Accept it' : 'Bring it back'}
          </GhostButton>
        )}
        {fault === 'missing' ? null : <GhostButton onClick={() => void remove(id)}>Remove it</GhostButton>}
      </div>
    </>
  );
}
