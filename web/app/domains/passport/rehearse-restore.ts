import { fail, type Result, succeed } from '@castellan/foundation/result';
import type * as z from 'zod/mini';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { issueWords } from '../exchange/issue-words.ts';
import { type ExportedTable, firstTables, laterTables, type Row, type RowKey } from './exported-tables.ts';
import { type Checksums, ExportFileError, readExport, readFailureOf } from './read-export.ts';
import type { PlanSealed } from './restore-sealed.ts';
import { nameIn } from './row-name.ts';
import { pairTwins, twinColumnsOf, withoutIdentity } from './same-row.ts';
import { createSha256 } from './sha256.ts';

/** What a restore of one list would change, and what is wrong with it in the file. */
export type ListReport = {
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  /** Whether the rows' lines have the SHA-256 and the number that the file states; `absent`: it states none for them. */
  readonly checksum: 'matches' | 'differs' | 'absent';
  /** Rows that are none of this list: no JSON, not of its schema, out of order, twice, or a broken link of the log's chain. */
  readonly faulty: number;
  /** The first of them. */
  readonly firstFault: string | undefined;
  readonly equal: number;
  readonly different: number;
  /** In the file, and not on the server. */
  readonly missing: number;
  /** On the server, and not in the file. */
  readonly extra: number;
  /** Sealed rows of the file that could not be opened after a restore, by why: they stay in the file. */
  readonly unopened: ReadonlyMap<string, number>;
  /** Rows that the vault in the file lists, and that are not in the file. */
  readonly absent: number;
  /** What the first of the rows that differ call themselves. */
  readonly differing: readonly string[];
};

/** What the rehearsal found. */
export type Rehearsal = {
  readonly exportDate: string;
  /** Of the whole file, to hold against what was shown when it was made. */
  readonly sha256: string;
  readonly bytes: number;
  readonly lists: readonly ListReport[];
  /** Lists that the file has and this version knows nothing of, and the other way round. */
  readonly strange: readonly string[];
  readonly lacking: readonly string[];
};

export type RehearsalFailure = BackendFailure | ReturnType<typeof readFailureOf> | { readonly code: 'cancelled' };

type RehearsalOptions = {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Hears how many bytes of the file were read. */
  readonly tell: (bytes: number) => void;
  readonly signal?: AbortSignal;
  readonly tables?: readonly ExportedTable[];
  /** Whoever has the keys of sealed rows; without it they are compared as they are sealed, and nothing is said about opening them. */
  readonly planSealed?: PlanSealed | undefined;
  /** The file has what is in the trash too: it is compared with the trash here. */
  readonly withRemoved?: boolean;
  /** Whether sealed rows that differ are named: whoever asks drops the names with a lock. */
  readonly namesSealed?: boolean;
  /** The ids of the records that the vault in the file lists, by their table. */
  readonly listed?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Takes the rows of lists that are no tables, such as the vault's. */
  readonly others?: ReadonlyMap<string, ListVerifier>;
};

/** Rows of a list that could not be opened after a restore. */
export function unopenedOf({ unopened }: ListReport): number {
  return [...unopened.values()].reduce((total, rows) => total + rows, 0);
}

/** Whether the file is whole: all checksums match, no row is faulty, and no list that this version knows is lacking. */
export function isSound({ lists, lacking }: Rehearsal): boolean {
  return lacking.length === 0 && lists.every(({ checksum, faulty }) => checksum === 'matches' && faulty === 0);
}

/** Whether its rows may be written back. A list that it lacks is one that an earlier version did not have. */
export function isRestorable({ lists }: Rehearsal): boolean {
  return lists.length > 0 && lists.every(({ checksum, faulty }) => checksum === 'matches' && faulty === 0);
}

/**
 * Reads an export from end to end, checks every row, and compares each list with what the server holds. Both come sorted by the
 * same key, so that one pass is enough and neither is ever whole in memory. Nothing is written anywhere.
 */
export async function rehearseRestore(options: RehearsalOptions): Promise<Result<Rehearsal, RehearsalFailure>> {
  try {
    return succeed(await rehearse(options));
  } catch (error) {
    return fail(error instanceof Stopped ? error.failure : readFailureOf(error));
  }
}

/** Leaves the reading from within a loop over it. */
class Stopped extends Error {
  readonly failure: BackendFailure | { readonly code: 'cancelled' };
  constructor(failure: Stopped['failure']) {
    super(failure.code);
    this.failure = failure;
  }
}

async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const tables = options.tables ?? [...firstTables, ...laterTables];
  const whole = createSha256();
  let bytes = 0;
  const counted = countPieces(options, (piece) => {
    whole.update(piece);
    bytes += piece.length;
    options.tell(bytes);
  });
  const done: { readonly checked: Omit<ListReport, 'checksum'>; readonly sha256: string }[] = [];
  const strange: string[] = [];
  let check: ListVerifier | undefined;
  for await (const event of readExport(counted)) {
    switch (event.kind) {
      case 'list': {
        const table = tables.find(({ name }) => name === event.name);
        check = table === undefined ? options.others?.get(event.name) : createListVerifier(table, await table.loadSchema(), options);
        if (check === undefined) strange.push(event.name);
        break;
      }
      case 'row':
        await check?.take(event.row, event.line);
        break;
      case 'unreadable-row':
        check?.fault(`line ${event.line}: no row`);
        break;
      case 'list-end':
        if (check !== undefined) done.push({ checked: await check.end(event.rows), sha256: event.sha256 });
        check = undefined;
        break;
      case 'end': {
        // What follows the end is read too: the digest is the whole file's.
        for await (const _ of counted);
        const lists = done.map(({ checked, sha256 }) => ({ ...checked, checksum: verdictOf(event.checksums, checked, sha256) }));
        const lacking = tables.filter(({ name }) => !lists.some((list) => list.name === name)).map(({ name }) => name);
        return { exportDate: event.exportDate, sha256: whole.digest(), bytes, lists, strange, lacking };
      }
    }
  }
  throw new ExportFileError({ code: 'cut', line: 0 });
}

function verdictOf(
  checksums: Checksums,
  { name, rows }: { readonly name: string; readonly rows: number },
  sha256: string,
): ListReport['checksum'] {
  const stated = checksums[name];
  if (stated === undefined) return 'absent';
  return stated.sha256 === sha256 && stated.rows === rows ? 'matches' : 'differs';
}

async function* countPieces({ pieces, signal }: RehearsalOptions, hear: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (signal?.aborted === true) throw new Stopped({ code: 'cancelled' });
    hear(piece);
    yield piece;
  }
}

/** Judges the rows of one list as they come. */
export type ListVerifier = {
  readonly take: (row: Row, line: number) => Promise<void>;
  readonly fault: (what: string) => void;
  readonly end: (rows: number) => Promise<Omit<ListReport, 'checksum'>>;
};

function createListVerifier(
  listed: ExportedTable,
  schema: z.ZodMiniType,
  { planSealed, withRemoved = false, namesSealed = false, listed: expected }: RehearsalOptions,
): ListVerifier {
  const { name, table, title, key, pageRows, readPage, comesBack } = listed;
  const said = comesBack === 'never' ? (row: Row) => row : withoutBookkeeping;
  const server = serverRows({ key, pageRows, readPage: (after) => readPage(after, withRemoved) });
  const counts: RowCounts = { faulty: 0, equal: 0, different: 0, missing: 0, extra: 0 };
  const differing: string[] = [];
  const twins = createTwinCounter(twinColumnsOf(table));
  const named = namesSealed ? differing : undefined;
  const sealed = comesBack === 'sealed' && planSealed !== undefined ? createSealedCounter(table, planSealed, counts, named) : undefined;
  const absent = new Set(expected?.get(table));
  let firstFault: string | undefined;
  const judge = createRowJudge(key, schema);
  const fault = (what: string) => {
    counts.faulty += 1;
    firstFault ??= what;
  };
  return {
    fault,
    take: async (row, line) => {
      const { at, wrong } = judge(row);
      if (wrong !== undefined) fault(`line ${line}: ${wrong}`);
      if (at === undefined) return;
      absent.delete(String(at));
      for (;;) {
        const present = await server.peek();
        const presentKey = present === undefined ? undefined : keyOf(present, key);
        if (present === undefined || presentKey === undefined || compareKeys(presentKey, at) > 0) {
          if (sealed !== undefined) return sealed.take(row);
          counts.missing += 1;
          twins.missing(row);
          return;
        }
        server.drop();
        if (compareKeys(presentKey, at) === 0) {
          if (isSame(said(present), said(row))) counts.equal += 1;
          else if (sealed !== undefined) return sealed.take(row);
          else tellChanged(row, present);
          return;
        }
        counts.extra += 1;
        twins.extra(present);
      }
    },
    end: async (rows) => {
      for (let present = await server.peek(); present !== undefined; present = await server.peek()) {
        server.drop();
        counts.extra += 1;
        twins.extra(present);
      }
      const known = twins.mayPair() ? await listed.readTwins?.() : undefined;
      if (known?.ok === false) throw new Stopped(known.failure);
      for (const [row, twin] of twins.pairs(known?.value)) {
        if (isSame(withoutIdentity(said(row)), withoutIdentity(said(twin)))) counts.equal += 1;
        else tellChanged(row, twin);
        counts.missing -= 1;
        counts.extra -= 1;
      }
      await sealed?.end();
      return { name, title, rows, firstFault, ...counts, unopened: sealed?.unopened ?? new Map(), absent: absent.size, differing };
    },
  };

  function tellChanged(row: Row, present: Row): void {
    // What lies in the trash here comes out of it.
    if (present['deleted_at'] != null && row['deleted_at'] == null) {
      counts.missing += 1;
      return;
    }
    counts.different += 1;
    tellName(differing, nameIn(row));
  }
}

/** Judges rows in the order of a file. `at`: by which key it is compared with the server's; a row out of order is compared with none. */
function createRowJudge(key: string, schema: z.ZodMiniType) {
  let lastKey: RowKey | undefined;
  let lastHash: unknown;
  const faultOf = (row: Row, at: RowKey | undefined, isInOrder: boolean): string | undefined => {
    const parsed = schema.safeParse(row, issueWords);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'unreadable'}`;
    }
    if (at === undefined) return `${key} is missing`;
    if (!isInOrder) return `${key} ${at} is duplicated or out of order`;
    return lastHash !== undefined && row['previous_hash'] !== lastHash ? 'its link to the row before is broken' : undefined;
  };
  return (row: Row): { readonly at: RowKey | undefined; readonly wrong: string | undefined } => {
    const at = keyOf(row, key);
    const isInOrder = at !== undefined && (lastKey === undefined || compareKeys(at, lastKey) > 0);
    const wrong = faultOf(row, at, isInOrder);
    // A chain goes on from what the row says, so that one broken link is one fault.
    if ('previous_hash' in row) lastHash = row['hash'];
    if (!isInOrder) return { at: undefined, wrong };
    lastKey = at;
    return { at, wrong };
  };
}

type RowCounts = { -readonly [Name in 'faulty' | 'equal' | 'different' | 'missing' | 'extra']: number };

/** Names of one list that are shown; a longer list is looked through nowhere. */
const maxNames = 200;

/** Adds a name to those that are shown, while there is room. */
export function tellName(names: string[], name: string): void {
  if (names.length < maxNames) names.push(name);
}

/** Sealed rows that are judged at once, and their characters. */
const sealedAtOnce = { rows: 100, characters: 2_000_000 };

/** Counts sealed rows by what a restore would do with them: the code that does it says so. */
function createSealedCounter(table: string, plan: PlanSealed, counts: RowCounts, differing: string[] | undefined) {
  const unopened = new Map<string, number>();
  let waiting: Row[] = [];
  let characters = 0;
  const judge = async () => {
    const rows = waiting;
    waiting = [];
    characters = 0;
    const planned = rows.length === 0 ? succeed([]) : await plan(table, rows);
    if (!planned.ok) throw new Stopped(planned.failure);
    for (const verdict of planned.value) {
      if (verdict.kind === 'unopened') unopened.set(verdict.code, (unopened.get(verdict.code) ?? 0) + 1);
      else counts[({ new: 'missing', equal: 'equal', different: 'different' } as const)[verdict.kind]] += 1;
      if (verdict.kind === 'different' && differing !== undefined) tellName(differing, verdict.name);
    }
  };
  return {
    unopened,
    take: async (row: Row) => {
      waiting.push(row);
      characters += String(row['sealed']).length;
      if (waiting.length >= sealedAtOnce.rows || characters >= sealedAtOnce.characters) await judge();
    },
    end: judge,
  };
}

/** Keeps the rows that no id has paired, of a list whose rows may be the same without it: such lists are short. */
function createTwinCounter(columns: readonly string[] | undefined) {
  const missing: Row[] = [];
  const extra: Row[] = [];
  return {
    missing: (row: Row) => columns !== undefined && missing.push(row),
    extra: (row: Row) => columns !== undefined && extra.push(row),
    mayPair: () => missing.length > 0 && extra.length > 0,
    pairs: (known?: ReadonlyMap<string, string>) => pairTwins(missing, extra, columns ?? [], known),
  };
}

/** The server's rows, a page in memory at a time. */
function serverRows({ key, pageRows, readPage }: Pick<ExportedTable, 'key' | 'pageRows' | 'readPage'>) {
  let page: readonly Row[] = [];
  let at = 0;
  let after: RowKey | undefined;
  let isLast = false;
  return {
    peek: async (): Promise<Row | undefined> => {
      if (at < page.length) return page[at];
      if (isLast) return undefined;
      const read = await readPage(after);
      if (!read.ok) throw new Stopped(read.failure);
      page = read.value;
      at = 0;
      const last = page.at(-1);
      after = last === undefined ? undefined : keyOf(last, key);
      isLast = page.length < pageRows || after === undefined;
      return page[0];
    },
    drop: () => {
      at += 1;
    },
  };
}

/** A row without whose it is, how often it was written and when last: what only the database says, and says again after a restore. */
function withoutBookkeeping({ user_id: _, version: __, updated_at: ___, ...row }: Row): Row {
  return row;
}

function keyOf(row: Row, key: string): RowKey | undefined {
  const value = row[key];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Numbers by size, ids as the database sorts them: by their digits. */
function compareKeys(one: RowKey, other: RowKey): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

/** Equal in every column, whatever the order of columns and of the keys within them. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const left = Object.entries(one);
  const right = new Map(Object.entries(other));
  return (
    Array.isArray(one) === Array.isArray(other) &&
    left.length === right.size &&
    left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
  );
}
