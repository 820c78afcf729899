import type { CountedFindings } from '../../../../web/app/domains/passport/backup-findings.ts';
import type { CompleteRehearsal } from '../../../../web/app/domains/passport/complete-restore.ts';
import { isSound, type ListReport, unopenedOf } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';
import { FindingList } from '../backup/finding-list.tsx';
import { formatCount } from '../format-amount.ts';
import { type Choice, type Choices, comesBack, isOfEntries } from './restore-choices.ts';
import { Unopened } from './unopened.tsx';

type BackupListsProps = {
  readonly rehearsal: CompleteRehearsal;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
};

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** What a restore would do, list by list, with the choice where this account has something else. */
export function BackupLists({ rehearsal, choices, onChoices }: BackupListsProps) {
  const lists = rehearsal.lists.filter(({ name, rows }) => comesBack(name) && rows > 0);
  const lacks = lacksOf(rehearsal);
  const differing = lists.filter(({ different }) => different > 0);
  return (
    <>
      <p className="mt-4">
        <Verdict rehearsal={rehearsal} lacks={lacks.length > 0} />
      </p>
      <FindingList counted={lacks} />
      <TableFrame label="The backup against this account" className="mt-4">
        <table className="passport-table is-wide">
          <caption className="sr-only">The backup against this account</caption>
          <thead>
            <tr>
              <th scope="col">List</th>
              {shownCounts.map(([, name]) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={list.name}>
                <th scope="row">{list.title}</th>
                {shownCounts.map(([count, name]) => (
                  <td key={name} className="number" data-column={name}>
                    {formatCount(count(list))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <Unopened lists={lists} isBackup />
      {differing.length === 0 ? null : <Differing lists={differing} choices={choices} onChoices={onChoices} />}
    </>
  );
}

type VerdictProps = { readonly rehearsal: CompleteRehearsal; readonly lacks: boolean };

function Verdict({ rehearsal, lacks }: VerdictProps) {
  const made = `It was made on ${dateFormat.format(new Date(rehearsal.exportDate))}`;
  if (!isSound(rehearsal))
    return <StatusMark kind="failure">The backup was changed after it was written. Nothing is restored from it.</StatusMark>;
  if (!lacks) return <StatusMark kind="success">{`The backup is whole. ${made}.`}</StatusMark>;
  return (
    <StatusMark kind="warning">{`The backup is unchanged but not complete. ${made}, when the server did not show everything.`}</StatusMark>
  );
}

/** What the manifest in the file lists and the file lacks, and what was no use when the file was made. */
function lacksOf({ lists, whenMade }: CompleteRehearsal): readonly CountedFindings[] {
  const unusable = new Map(whenMade.map((counts) => [counts.list, counts.unusable]));
  return lists
    .map(({ name, absent }) => ({ list: name, missing: absent, unusable: unusable.get(name) ?? 0 }))
    .filter(({ missing, unusable: useless }) => missing + useless > 0);
}

const shownCounts: readonly (readonly [count: (list: ListReport) => number, name: string])[] = [
  [({ rows }) => rows, 'Rows'],
  [({ missing }) => missing, 'New'],
  [({ equal }) => equal, 'Equal'],
  [({ different }) => different, 'Different'],
  [unopenedOf, 'Cannot be opened'],
];

type DifferingProps = Omit<BackupListsProps, 'rehearsal'> & { readonly lists: readonly ListReport[] };

/** Where both have something else: whose stays, list by list or for all at once, and what that is about. */
function Differing({ lists, choices, onChoices }: DifferingProps) {
  const choiceOf = (name: string) => choices.get(name) ?? 'mine';
  const shared = new Set(lists.map(({ name }) => choiceOf(name)));
  return (
    <section aria-labelledby="differing-title" className="mt-6">
      <h4 id="differing-title" className="font-medium">
        What differs
      </h4>
      <p className="mt-1 text-sm text-muted">
        Nothing is replaced unless you choose it. What is replaced in the vault or in a sealed app can be brought back for 30 days.
      </p>
      {lists.length === 1 ? null : (
        <SelectField
          className="mt-3 max-w-72"
          label="For all lists"
          value={shared.size === 1 ? [...shared][0] : ''}
          options={[...(shared.size === 1 ? [] : [{ value: '', name: 'Chosen list by list' }]), ...choicesOf(false)]}
          onValue={(value) => onChoices(new Map(lists.map(({ name }) => [name, value as Choice])))}
        />
      )}
      <ul className="mt-3 space-y-4">
        {lists.map((list) => (
          <li key={list.name}>
            <SelectField
              className="max-w-72"
              label={`${list.title}: ${formatCount(list.different)} ${list.different === 1 ? 'differs' : 'differ'}`}
              value={choiceOf(list.name)}
              options={choicesOf(isOfEntries(list.name))}
              onValue={(value) => onChoices(new Map([...choices, [list.name, value as Choice]]))}
            />
            <details className="mt-1 text-sm">
              <summary className="target inline-flex cursor-pointer items-center text-muted hover:text-ink">Show what differs</summary>
              <ul className="mt-1 max-h-72 list-disc overflow-y-auto pl-5">
                {list.differing.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the list never changes.
                  <li key={index} className="wrap-anywhere">
                    {name}
                  </li>
                ))}
              </ul>
              {list.different > list.differing.length ? (
                <p className="mt-1 text-muted">{`And ${formatCount(list.different - list.differing.length)} more.`}</p>
              ) : null}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function choicesOf(areEntries: boolean): readonly { readonly value: Choice; readonly name: string }[] {
  const both = { value: 'both', name: 'Keep both' } as const;
  return [{ value: 'mine', name: 'Keep what is here' }, { value: 'theirs', name: 'Take the backup’s' }, ...(areEntries ? [both] : [])];
}
