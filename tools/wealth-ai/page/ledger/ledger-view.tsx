import { type FormEvent, lazy, type MouseEvent, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { KeyList } from '../../../../web/app/domains/commands/command.ts';
import { focusOn } from '../../../../web/app/domains/commands/use-page-keys.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { type Account, type Entry, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry, usualAccount } from '../../../../web/app/domains/money/new-entry.ts';
import { EmptyState } from '../../../../web/app/domains/owner-page/empty-state.tsx';
import { RecordSection } from '../../../../web/app/domains/records/list/record-section.tsx';
import { RecordTools } from '../../../../web/app/domains/records/list/record-tools.tsx';
import { useRecordKeys } from '../../../../web/app/domains/records/list/use-record-keys.ts';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { rarePart } from '../../../../web/app/ui/rare-part.tsx';
import { EngravedAmount } from '../engraved-amount.tsx';
import { quickFault, readQuickEntry } from '../quick-entry.ts';
import { ruleFinder, rulesOf, sortingBy } from '../rules/rules.ts';
import { useWealth } from '../wealth-context.tsx';
import { useChosen } from './chosen-entries.ts';
import { ExpectedList } from './expected-list.tsx';
import { LedgerList } from './ledger-list.tsx';
import { categoryText, filterLedger, type LedgerFilter } from './ledger-rows.ts';

// Fetched once the ledger is shown, since a first visit to the locked page needs none of them.
const EntryDialog = rarePart(async () => (await import('../entry-dialog.tsx')).EntryDialog);
const ReconcileDialog = rarePart(async () => (await import('../reconcile-dialog.tsx')).ReconcileDialog);
const TransferNotice = rarePart(async () => (await import('../transfer-notice.tsx')).TransferNotice);
const BulkBar = lazy(() => import('./bulk-bar.tsx'));
const TransferDialog = lazy(() => import('./transfer-dialog.tsx'));
const ProofNotice = lazy(() => import('../statements/proof-notice.tsx'));

const keyLists: readonly KeyList[] = [
  {
    title: 'Ledger',
    keys: [
      { keys: 'n', does: 'New entry' },
      { keys: 'q', does: 'Type an entry' },
      { keys: '/', does: 'Search' },
      { keys: 'j k', does: 'Next and previous entry, in the ledger' },
      { keys: 'Enter', does: 'Open the entry' },
      { keys: 'c', does: 'Cleared, or open again' },
      { keys: 'Space', does: 'Choose the entry, to change many at once' },
      { keys: 'Escape', does: 'Stop choosing' },
      { keys: 'x', does: 'Delete the entry' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];

const shownEntries = [
  { value: 'all', name: 'Every entry' },
  { value: 'unsorted', name: 'Without a category' },
  { value: 'open', name: 'Open' },
] as const;

/** The ledger: a line to type into, filters, and the entries. */
export function LedgerView() {
  const { book, hand, tell, undo } = useWealth();
  const [filter, setFilter] = useState<LedgerFilter>({ account: undefined, query: '', only: 'all' });
  const [editing, setEditing] = useState<string>();
  const [isReconciling, setReconciling] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const account = filter.account === undefined ? undefined : book.accountById.get(filter.account);
  const target = account ?? usualAccount(book);
  const query = useDeferredValue(filter.query);
  const entries = useMemo(() => filterLedger(book, { ...filter, account: account?.id, query }), [book, filter, account, query]);
  const { chosen, choose, shown } = useChosen(entries);
  const press = ({ id }: Entry, { shiftKey, metaKey, ctrlKey }: Pick<MouseEvent, 'shiftKey' | 'metaKey' | 'ctrlKey'>) => {
    if (shiftKey) choose({ step: 'range', id, order: entries.map((entry) => entry.id) });
    else if (chosen !== undefined || metaKey || ctrlKey) choose({ step: 'toggle', id });
    else setEditing(id);
  };
  useAddress(
    (id) => setFilter((before) => ({ ...before, account: id })),
    () => setEditing('new'),
  );
  const toggle = (entry: Entry) => {
    // What stood in a confirmed balance is opened again in its form, and not by one key.
    if (entry.status === 'reconciled') return setEditing(entry.id);
    void tell(hand.change(entry.id, { status: entry.status === 'open' ? 'cleared' : 'open' }));
  };
  useRecordKeys(keyLists, {
    add: ['q', '[data-quick-entry]'],
    create: ['n', () => setEditing('new')],
    find: focusOn('[data-record-find]'),
    undo,
    act: (key, id) => {
      const entry = book.entryById.get(id);
      if (entry === undefined) return false;
      if (key === ' ') choose({ step: 'toggle', id });
      else if (key === 'Escape' && chosen !== undefined) choose({ step: 'end' });
      else if (key === 'Enter' && chosen !== undefined) setEditing(id);
      else if (key === 'c') toggle(entry);
      else if (key === 'x' || key === 'Delete') void tell(hand.remove(id), 'Entry deleted');
      else return false;
      return true;
    },
  });
  return (
    <div className="grid gap-6">
      <TransferNotice />
      {book.statements.length === 0 ? null : (
        <Suspense fallback={null}>
          <ProofNotice />
        </Suspense>
      )}
      <QuickEntryBar accountId={target?.id} />
      {account === undefined ? null : (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div>
            <p className="money-label">{`${account.name}, ${account.currency}`}</p>
            <EngravedAmount text={moneyText(book.balances.get(account.id) ?? 0, account.currency)} className="h-14 max-w-full" />
            {account.opening_minor === 0 ? null : <OpeningWords account={account} />}
            <p className="sr-only">{`Balance ${moneyText(book.balances.get(account.id) ?? 0, account.currency)} ${account.currency}`}</p>
          </div>
          <GhostButton onClick={() => setReconciling(true)}>Reconcile</GhostButton>
        </div>
      )}
      <RecordSection
        title="Entries"
        aside={
          <>
            {entries.length === 0 || chosen !== undefined ? null : (
              <QuietButton onClick={() => choose({ step: 'begin' })}>Choose several</QuietButton>
            )}
            {book.accounts.filter(({ closed }) => !closed).length < 2 ? null : (
              <QuietButton onClick={() => setMoving(true)}>{isOwed(book, account) ? 'Pay the card' : 'Transfer'}</QuietButton>
            )}
            <QuietButton onClick={() => setEditing('new')}>New entry</QuietButton>
          </>
        }
      >
        <RecordTools
          find={{ label: 'Search', value: filter.query, onValue: (value) => setFilter({ ...filter, query: value }) }}
          choices={[
            {
              label: 'Account',
              value: account?.id ?? '',
              options: [{ value: '', name: 'All accounts' }, ...book.accounts.map(({ id, name }) => ({ value: id, name }))],
              onValue: (value) => setFilter({ ...filter, account: value || undefined }),
            },
            {
              label: 'Show',
              value: filter.only,
              options: shownEntries,
              onValue: (value) => setFilter({ ...filter, only: value as LedgerFilter['only'] }),
            },
          ]}
          said={`${entries.length.toLocaleString('en-GB')} ${entries.length === 1 ? 'entry' : 'entries'}`}
        />
        {filter.query === '' && filter.only === 'all' ? <ExpectedList account={account?.id} /> : null}
        {entries.length === 0 ? (
          <EmptyState of="wealth-ai">
            <p className="text-muted">
              {book.entries.length === 0 ? 'No entry yet. Type one above, or import a statement.' : 'No entries match.'}
            </p>
          </EmptyState>
        ) : (
          <LedgerList entries={entries} ofMany={account === undefined && book.accounts.length > 1} chosen={chosen?.ids} onOpen={press} />
        )}
        {chosen === undefined ? null : (
          <Suspense fallback={null}>
            <BulkBar entries={shown} all={entries} choose={choose} />
          </Suspense>
        )}
      </RecordSection>
      <EntryDialog id={editing} account={target} onClose={() => setEditing(undefined)} />
      {isMoving ? (
        <Suspense fallback={null}>
          <TransferDialog account={account} onClose={() => setMoving(false)} />
        </Suspense>
      ) : null}
      <ReconcileDialog account={isReconciling ? account : undefined} onClose={() => setReconciling(false)} />
    </div>
  );
}

const isOwed = ({ balances }: MoneyBook, account: Account | undefined) => account?.type === 'card' && (balances.get(account.id) ?? 0) < 0;

/** From when on an opening balance counts, and what is older. */
function OpeningWords({ account }: { readonly account: Account }) {
  const { book } = useWealth();
  const { id, currency, opening_minor: minor, opened_on: day } = account;
  const older = book.entries.filter((entry) => entry.account === id && entry.day < day).length;
  return (
    <p className="text-sm text-muted">
      {`With an opening balance of ${moneyText(minor, currency)} ${currency} from ${day} on${older === 0 ? '' : `; ${older.toLocaleString('en-GB')} ${older === 1 ? 'entry is' : 'entries are'} older`}.`}
    </p>
  );
}

function QuickEntryBar({ accountId }: { readonly accountId: string | undefined }) {
  const { book, hand, tell, today } = useWealth();
  const [line, setLine] = useState('');
  const [fault, setFault] = useState<string>();
  const account = accountId === undefined ? undefined : book.accountById.get(accountId);
  if (account === undefined) return null;
  const typed = readQuickEntry(line, account, today);
  const rule = typed?.category === '' ? ruleFinder(rulesOf(book))(typed.payee) : undefined;
  const quick = typed === undefined ? undefined : { splits: [], ...typed, ...(rule === undefined ? {} : sortingBy(rule, typed.minor)) };
  const category = quick === undefined ? '' : categoryText({ transfer: null, ...quick }, account.currency);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (quick === undefined) return setFault(quickFault(line, account));
    setFault(undefined);
    if (await tell(hand.put(newEntry(account.id, quick)))) setLine('');
  };
  const said =
    quick === undefined
      ? `Into ${account.name}. A plus is income, # a category.`
      : `${quick.payee || 'No payee'}: ${moneyText(quick.minor, account.currency)} ${account.currency}, ${quick.day}${category === '' ? '' : `, ${category}${rule === undefined ? '' : ` by rule “${rule.payee}”`}`}, into ${account.name}`;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        label="New entry"
        data-quick-entry
        autoComplete="off"
        maxLength={600}
        value={line}
        placeholder="12.50 coffee #food"
        hint={said}
        error={fault}
        onValue={setLine}
      />
      <Button type="submit" className="mt-7">
        Add
      </Button>
    </form>
  );
}

/** `?account=ID` and `?new` behind the view's name: taken once, and then gone from the address. */
function useAddress(showAccount: (id: string) => void, add: () => void) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const wish = hash.startsWith('#ledger?') ? hash.slice('#ledger?'.length) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (wish === '') return;
    void navigate('#ledger', { replace: true, preventScrollReset: true });
    if (wish === 'new') add();
    const account = new URLSearchParams(wish).get('account');
    if (account !== null) showAccount(account);
  }, [wish]);
}
