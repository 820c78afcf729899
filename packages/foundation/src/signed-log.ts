import { parseJson } from './parse-json.ts';

/** What the statement of a day says: lines of text, which are signed as they are. */
export type DayStatement = {
  readonly siteUrl: string;
  /** UTC, `2026-11-21`. */
  readonly day: string;
  /** Of the log at the end of that day: 64 hexadecimal digits. */
  readonly log: string;
  /** SHA-256 of the statement of the day before as 64 hexadecimal digits; `undefined` of the first. */
  readonly previous: string | undefined;
};

/** A signed day as the site gives it out, one JSON object a line. */
export type SignedDay = {
  readonly day: string;
  readonly statement: string;
  /** ECDSA over P-256 and SHA-256, as DER, in base64. */
  readonly signature: string;
  /** SPKI, as PEM. */
  readonly publicKey: string;
};

/** A line of the list of days: the hash of a day's statement. */
export type ListedDay = { readonly day: string; readonly hash: string };

const firstLine = 'signed log day 1';
/** What statements began with before. */
const earlierFirstLine = 'castellan log day 1';

const dayForm = /^\d{4}-\d\d-\d\d$/;
const hashForm = /^[0-9a-f]{64}$/;

/** The text that is signed for a day. */
export function writeStatement({ siteUrl, day, log, previous }: DayStatement): string {
  return [firstLine, `site: ${siteUrl}`, `day: ${day}`, `log: ${log}`, `previous: ${previous ?? 'none'}`, ''].join('\n');
}

/** What a statement says; `undefined` for every text that is not exactly one. */
export function readStatement(text: string): DayStatement | undefined {
  const lines = text.split('\n');
  if (lines.length !== 6 || lines[5] !== '' || (lines[0] !== firstLine && lines[0] !== earlierFirstLine)) return undefined;
  const value = (at: number, name: string) => (lines[at]?.startsWith(`${name}: `) === true ? lines[at].slice(name.length + 2) : '');
  const [siteUrl, day, log, previous] = [value(1, 'site'), value(2, 'day'), value(3, 'log'), value(4, 'previous')];
  if (siteUrl === '' || !dayForm.test(day) || !hashForm.test(log)) return undefined;
  if (previous !== 'none' && !hashForm.test(previous)) return undefined;
  return { siteUrl, day, log, previous: previous === 'none' ? undefined : previous };
}

/** The list of days as `sha256sum` reads it; `undefined` where a line is something else. */
export function readDayList(text: string): readonly ListedDay[] | undefined {
  const days: ListedDay[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [hash = '', name = ''] = line.split('  ');
    const day = name.slice(0, 10);
    if (!hashForm.test(hash) || !dayForm.test(day) || name !== `${day}.txt`) return undefined;
    days.push({ day, hash });
  }
  return days;
}

/** The signed days of a file, by day. Lines that hold none are left out: who looks for their day finds none. */
export function readSignedDays(text: string): ReadonlyMap<string, SignedDay> {
  const days = new Map<string, SignedDay>();
  for (const line of text.split('\n')) {
    const { day, statement, signature, publicKey } = (parseJson(line) ?? {}) as Partial<Readonly<Record<keyof SignedDay, unknown>>>;
    if (typeof day !== 'string' || typeof statement !== 'string' || typeof signature !== 'string' || typeof publicKey !== 'string')
      continue;
    days.set(day, { day, statement, signature, publicKey });
  }
  return days;
}

/** What is wrong with a day. */
export type DayFault =
  /** It does not follow the day before in the list. */
  | 'out_of_order'
  /** The list has it, and the site does not give it. */
  | 'not_served'
  /** The statement's hash is not the one in the list. */
  | 'altered'
  /** The text says nothing of that day. */
  | 'no_statement'
  /** The signature is not of this text by this key. */
  | 'not_signed'
  /** It does not lead to the statement before. */
  | 'not_chained';

/** The cryptography of whoever checks. */
export type DayPorts = {
  /** SHA-256 of a text in UTF-8 as 64 hexadecimal digits. */
  readonly hash: (text: string) => Promise<string>;
  readonly verify: (day: Pick<SignedDay, 'statement' | 'signature' | 'publicKey'>) => Promise<boolean>;
};

const dayMs = 86_400_000;

/** What is wrong with a listed day, given what the site serves of it and the listed day before; `undefined`: it holds. */
export async function judgeDay(
  { hash, verify }: DayPorts,
  listed: ListedDay,
  served: SignedDay | undefined,
  before: ListedDay | undefined,
): Promise<DayFault | undefined> {
  if (before !== undefined && Date.parse(listed.day) - Date.parse(before.day) !== dayMs) return 'out_of_order';
  if (served === undefined) return 'not_served';
  if ((await hash(served.statement)) !== listed.hash) return 'altered';
  const said = readStatement(served.statement);
  if (said?.day !== listed.day) return 'no_statement';
  if (!(await verify(served))) return 'not_signed';
  return said.previous === before?.hash ? undefined : 'not_chained';
}
