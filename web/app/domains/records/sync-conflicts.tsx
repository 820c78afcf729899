import { GhostButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { rarePart } from '../../ui/rare-part.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { MalformedRow } from './collection.ts';
import type { ConflictedChange } from './collection-state.ts';
import type { Fields, RawRecord } from './record.ts';
import type { CollectionInHand } from './use-collection.ts';

/** Everything of a collection that wants the owner’s confirmation: refused changes, conflicts, and rows that cannot be read. */
export function SyncConflicts<Row extends RawRecord>({
  collection,
  inWords = asTheyAre,
}: {
  readonly collection: CollectionInHand<Row>;
  /** Fields as the owner knows them, where their names or values are not for reading. */
  readonly inWords?: (fields: Fields) => Fields;
}) {
  const { conflicted, malformed } = collection.state;
  if (conflicted.length === 0 && malformed.length === 0) return null;
  return (
    <Panel title="These want your word" className="mb-6">
      <ul className="grid gap-4">
        {conflicted.map((one) => (
          <li key={one.change.sequence} className="border-t border-hairline pt-3 first:border-t-0 first:pt-0">
            <SyncConflict one={one} decide={collection.decide} inWords={inWords} />
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

const faultTexts: Readonly<Record<string, string>> = {
  missing: 'the vault lists it, and the server does not show it',
  stale: 'the server shows an earlier version of it than the vault lists',
  altered: 'the server shows another state of it than the vault lists',
  ahead: 'the server shows a later version of it than the vault lists',
  earlier: 'the server shows an earlier version of it; what you see is this browser’s',
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
            {fault === 'missing' ? 'Miss it no longer' : raw.deleted_at === null ? 'Take it as it is' : 'Bring it back'}
          </GhostButton>
        )}
        {fault === 'missing' ? null : <GhostButton onClick={() => void remove(id)}>Remove it</GhostButton>}
      </div>
    </>
  );
}

function SyncConflict({
  one: { change, name },
  decide,
  inWords,
}: {
  readonly one: ConflictedChange;
  readonly inWords: (fields: Fields) => Fields;
  readonly decide: (sequence: number, word: 'mine' | 'theirs') => Promise<void>;
}) {
  const { trouble, values, sequence } = change;
  if (trouble === undefined) return null;
  if (trouble.kind === 'refused')
    return (
      <>
        <StatusMark kind="failure" className="wrap-anywhere">{`“${name}” was not saved. ${trouble.reason}`}</StatusMark>
        <p className="mt-1 text-sm text-muted">Nothing is lost: it is kept here as you wrote it. Edit it, or:</p>
        <Choices mine="Try again" theirs="Let the change go" onChoose={(word) => void decide(sequence, word)} />
      </>
    );
  const removed = typeof trouble.theirs['deleted_at'] === 'string' && !('deleted_at' in values);
  return (
    <>
      <StatusMark kind="warning" className="wrap-anywhere">
        {removed ? `“${name}” was removed elsewhere while you changed it.` : `“${name}” was changed here and elsewhere.`}
      </StatusMark>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Side title="Yours" fields={inWords(values)} />
        {removed ? null : <Side title="The other" fields={inWords(trouble.theirs)} />}
      </dl>
      <Choices
        mine={removed ? 'Bring it back with my change' : 'Keep mine'}
        theirs={removed ? 'Leave it removed' : 'Keep the other'}
        onChoose={(word) => void decide(sequence, word)}
      />
    </>
  );
}

function Side({ title, fields }: { readonly title: string; readonly fields: Fields }) {
  return (
    <div>
      <dt className="text-muted">{title}</dt>
      {Object.entries(fields).map(([field, value]) => (
        <dd key={field} className="wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">{`${field.replaceAll('_', ' ')}: `}</span>
          {value === null || value === '' ? '(nothing)' : Array.isArray(value) ? value.join(', ') : String(value)}
        </dd>
      ))}
    </div>
  );
}

function Choices({
  mine,
  theirs,
  onChoose,
}: {
  readonly mine: string;
  readonly theirs: string;
  readonly onChoose: (word: 'mine' | 'theirs') => void;
}) {
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <GhostButton onClick={() => onChoose('mine')}>{mine}</GhostButton>
      <GhostButton onClick={() => onChoose('theirs')}>{theirs}</GhostButton>
    </div>
  );
}
