import { payeeKey } from '@castellan/money/schedule';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Entry, Rule } from '../../../../web/app/domains/money/money-records.ts';
import { sharesByPercent } from '../../../../web/app/domains/money/split-shares.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';

/** A rule as it is in use: one that the owner wrote or changed, or one that follows from what the owner does. */
export type RuleInUse = Pick<Rule, 'id' | 'payee' | 'match' | 'category' | 'splits' | 'off'> & {
  /** From how many of the owner's latest entries it was learnt; 0 where it is written down. */
  readonly learntFrom: number;
  /** How many entries have their category by it. */
  readonly decided: number;
};

/** What an entry's `by` says where words of earlier entries gave the category and no rule did. */
export const byWords = 'words';

/** What it says where the owner chose the category, or none, in the place of whatever did. */
export const byOwner = 'owner';

/** A rule is learnt from at least two of the owner's latest entries of a payee, and at most three. */
const [leastTaught, mostTaught] = [2, 3];

const known = new WeakMap<MoneyBook, readonly RuleInUse[]>();

/**
 * All rules, the ones that decided most first. A rule is learnt where the owner's latest entries of a payee all have one category; what
 * a rule or a guess decided teaches nothing. A written rule for the same payee takes its place, also one that is switched off.
 */
export function rulesOf(book: MoneyBook): readonly RuleInUse[] {
  const before = known.get(book);
  if (before !== undefined) return before;
  const decided = new Map<string, number>();
  for (const { by } of book.entries) if (by !== undefined) decided.set(by, (decided.get(by) ?? 0) + 1);
  const written = new Set(book.rules.flatMap((rule) => [rule.id, ...(rule.match === 'is' ? [learntId(rule.payee)] : [])]));
  const rules = [
    ...book.rules.map((rule) => ({ ...rule, learntFrom: 0 })),
    ...learnRules(book.entries).filter(({ id }) => !written.has(id)),
  ].map((rule: Omit<RuleInUse, 'decided'>): RuleInUse => {
    const { id, payee, match, category, splits, off, learntFrom } = rule;
    return { id, payee, match, category, ...(splits === undefined ? {} : { splits }), off, learntFrom, decided: decided.get(id) ?? 0 };
  });
  rules.sort((one, other) => other.decided - one.decided || compare(one.payee, other.payee) || compare(one.id, other.id));
  known.set(book, rules);
  return rules;
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The id that a rule learnt for a payee has, and keeps once the owner changed it. */
export const learntId = (payee: string) => derivedRecordId('rule', payeeKey(payee));

function learnRules(entries: readonly Entry[]) {
  const taught = new Map<string, { readonly payee: string; readonly categories: string[] }>();
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry === undefined || !isOwners(entry)) continue;
    const key = payeeKey(entry.payee);
    const one = taught.get(key) ?? { payee: entry.payee, categories: [] };
    if (key !== '' && one.categories.length < mostTaught) {
      one.categories.push(entry.category);
      taught.set(key, one);
    }
  }
  return [...taught.values()].flatMap(({ payee, categories }) => {
    const [category = ''] = categories;
    if (categories.length < leastTaught || categories.some((one) => one !== category)) return [];
    return [{ id: learntId(payee), payee, match: 'is' as const, category, off: false, learntFrom: categories.length }];
  });
}

/** Whether an entry's category is its owner's word. */
function isOwners({ by, category, transfer, splits }: Entry): boolean {
  return category !== '' && transfer === null && splits.length === 0 && (by === undefined || by === byOwner);
}

/**
 * Finds the rule for a payee: a written one for exactly this payee, else the written one with the longest text that it contains, else the
 * learnt one. Case, accents and signs do not count, and where it is the whole payee, digits neither.
 */
export function ruleFinder(rules: readonly RuleInUse[]): (payee: string) => RuleInUse | undefined {
  const exact = new Map<string, RuleInUse>();
  const parts: { readonly text: string; readonly rule: RuleInUse }[] = [];
  for (const rule of rules) {
    if (rule.off || (rule.category === '' && (rule.splits ?? []).length === 0)) continue;
    const text = rule.match === 'is' ? payeeKey(rule.payee) : foldPayee(rule.payee);
    if (text === '') continue;
    if (rule.match === 'contains') parts.push({ text, rule });
    else if (rule.learntFrom === 0 || !exact.has(text)) exact.set(text, rule);
  }
  parts.sort((one, other) => other.text.length - one.text.length || compare(one.rule.id, other.rule.id));
  return (payee) => {
    const own = exact.get(payeeKey(payee));
    if (own?.learntFrom === 0) return own;
    const whole = parts.length === 0 ? '' : foldPayee(payee);
    return parts.find(({ text }) => whole.includes(text))?.rule ?? own;
  };
}

/** A payee's letters and digits, in which a part is looked for. */
export function foldPayee(payee: string): string {
  return payee
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

/** What a rule makes of an entry: a category or parts, and that it was this rule. */
export type Sorting = Pick<Entry, 'category' | 'splits'> & { readonly by: string };

/** What a rule makes of an entry of this amount. */
export function sortingBy({ id, category, splits = [] }: Pick<Rule, 'id' | 'category' | 'splits'>, minor: number): Sorting {
  return { category: splits.length > 0 ? '' : category, splits: sharesByPercent(minor, splits), by: id };
}

/** Whether a rule may sort an entry: never one that the owner chose a category or parts for, or none. */
export function isUnsorted({ category, splits, transfer, by }: Entry): boolean {
  return category === '' && splits.length === 0 && transfer === null && by === undefined;
}

/** Entries without a category that a rule has one or parts for, oldest first. */
export function sortByRules(book: MoneyBook): readonly (Sorting & { readonly id: string })[] {
  const find = ruleFinder(rulesOf(book));
  return book.entries.flatMap((entry) => {
    const rule = isUnsorted(entry) ? find(entry.payee) : undefined;
    return rule === undefined ? [] : [{ id: entry.id, ...sortingBy(rule, entry.minor) }];
  });
}

/** What gave an entry its category, said behind the category; empty where the owner or a file did. */
export function byText(book: MoneyBook, by: string | undefined): string {
  if (by === undefined || by === byOwner) return '';
  if (by === byWords) return 'by earlier entries';
  const rule = rulesOf(book).find(({ id }) => id === by);
  return rule === undefined ? 'by a rule that is gone' : `by rule “${rule.payee}”`;
}
