import { payeeKey } from '@castellan/money/schedule';
import { assignment } from '../../../../web/app/domains/money/envelope-records.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { type MoneyRecord, moneyText, type Rule, type Schedule } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import type { RejectedLine } from '../../knowledge/statement.ts';
import { foldPayee } from '../rules/rules.ts';
import type { PlannedStatement } from './plan-file.ts';
import type { FileRule, FileSchedule, FoundOf, StatementFile } from './statement-file.ts';

/** What of one kind a file brings beside its entries. */
export type PlannedKind = {
  readonly title: string;
  readonly fresh: readonly Taken[];
  readonly known: readonly Taken[];
  readonly rejected: readonly RejectedLine[];
};

type Taken = { readonly line: number; readonly record: MoneyRecord; readonly text: string; readonly figure?: string };

const common = { removed_at: null, batch: null };
const none = { found: [], rejected: [] };

/**
 * What a budget app's file brings beside its entries: amounts in envelopes, rules, and schedules of the accounts that are taken. What is
 * there, or was deleted here (`known`), stays as it is; so does a rule for the same payee. Kinds that the file does not have are left out.
 */
export function planBeside(
  file: StatementFile | undefined,
  planned: readonly PlannedStatement[],
  { book, currency, known }: { readonly book: MoneyBook; readonly currency: string; readonly known: ReadonlySet<string> },
): readonly PlannedKind[] {
  if (file === undefined) return [];
  const written = new Set(book.rules.map(ruleKey));
  const taken = [...schedulesIn(file.schedules ?? none, planned)];
  const kinds: readonly (Pick<PlannedKind, 'title' | 'rejected'> & { readonly all: readonly Taken[] })[] = [
    { title: 'Put into envelopes', all: assignmentsIn(file, currency), rejected: file.rejected ?? [] },
    { title: 'Rules', all: rulesIn(file.rules ?? none), rejected: file.rules?.rejected ?? [] },
    {
      title: 'Schedules',
      all: taken.flatMap((one) => ('record' in one ? [one] : [])),
      rejected: [...(file.schedules?.rejected ?? []), ...taken.flatMap((one) => ('reason' in one ? [one] : []))],
    },
  ];
  return kinds.flatMap(({ title, all, rejected }) => {
    if (all.length + rejected.length === 0) return [];
    const seen = new Set<string>();
    const parted: { readonly fresh: Taken[]; readonly known: Taken[] } = { fresh: [], known: [] };
    for (const one of all) {
      const { record } = one;
      const isThere = known.has(record.id) || seen.has(record.id) || (record.kind === 'rule' && written.has(ruleKey(record)));
      parted[isThere ? 'known' : 'fresh'].push(one);
      seen.add(record.id);
    }
    return [{ title, ...parted, rejected }];
  });
}

function assignmentsIn({ planned = [] }: StatementFile, currency: string): readonly Taken[] {
  return planned.map(({ line, month, category, minor, currency: own = currency }) => ({
    ...{ line, record: assignment(month, category, own, minor), text: `${month} ${category}`, figure: moneyText(minor, own) },
  }));
}

const ruleKey = ({ match, payee }: Pick<Rule, 'match' | 'payee'>) => `${match} ${match === 'is' ? payeeKey(payee) : foldPayee(payee)}`;

function rulesIn({ found }: FoundOf<FileRule>): readonly Taken[] {
  return found.map(({ line, payee, match, category, splits }) => {
    const record: Rule = {
      ...{ kind: 'rule', id: derivedRecordId('rule', 'file', ruleKey({ match, payee })), ...common, payee, match, category, off: false },
      ...(splits === undefined ? {} : { splits: [...splits] }),
    };
    const gives = splits?.map((part) => `${part.category || 'unsorted'} ${part.percent} %`).join(', ') ?? category;
    return { line, record, text: `${match === 'is' ? '' : 'contains '}${payee} · ${gives}` };
  });
}

function schedulesIn({ found }: FoundOf<FileSchedule>, planned: readonly PlannedStatement[]): readonly (Taken | RejectedLine)[] {
  return found.map(({ line, id, account: place, payee, minor, category, rhythm, endsOn }) => {
    const account = planned[place]?.plan?.account;
    if (account === undefined) return { line, text: payee.slice(0, 80), reason: 'Its account is left out.' };
    const record: Schedule = {
      ...{ kind: 'schedule', id: derivedRecordId('schedule', 'file', id), ...common, account: account.id, payee, minor, category },
      ...{ rhythm: { ...rhythm }, ends_on: endsOn },
    };
    const often =
      endsOn === rhythm.anchor
        ? 'once'
        : `every ${rhythm.every === 1 ? '' : `${rhythm.every} `}${rhythm.unit}${rhythm.every === 1 ? '' : 's'}`;
    return { line, record, text: `${payee || 'No payee'}, ${often} from ${rhythm.anchor}`, figure: moneyText(minor, account.currency) };
  });
}
