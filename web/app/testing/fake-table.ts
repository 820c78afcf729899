import type { Answer, Call } from './call.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows in memory behind the data interface's own words. */
export type FakeTable = {
  readonly rows: () => readonly Row[];
  /** Writes a row as somebody else, with another version and time. */
  readonly write: (row: Row) => void;
  /** Refuses writes whose row this finds wrong, with the reason that the database would give. */
  readonly refuse: (reason: (row: Row) => string | undefined) => void;
  readonly answer: (call: Call) => Answer;
};

/** `key`: the column that says which row it is. `fresh`: what the database writes into a new row, the so-and-so-manyth. */
export type TableOptions = { readonly key?: string; readonly fresh?: (count: number) => Row };

/** A table that understands what the web app asks: filters, order, range and count; inserts that may be there already; changes and removals. */
export function makeFakeTable(given: readonly Row[], { key = 'id', fresh = () => ({}) }: TableOptions = {}): FakeTable {
  let rows: readonly Row[] = [];
  // Each row a little later than the one before, and none later than now.
  let clockMs = Date.now() - 60_000;
  let reasonOf: (row: Row) => string | undefined = () => undefined;
  const stamp = () => {
    clockMs += 1;
    return new Date(clockMs).toISOString();
  };
  const complete = (row: Row): Row => ({
    id: crypto.randomUUID(),
    created_at: stamp(),
    version: 1,
    deleted_at: null,
    updated_at: stamp(),
    ...fresh(rows.length + 1),
    ...row,
  });
  const put = (row: Row) => {
    const index = rows.findIndex((one) => one[key] === row[key]);
    rows = index < 0 ? [...rows, row] : rows.with(index, row);
  };
  for (const row of given) put(complete(row));
  const insert = ({ body, headers }: Call): Answer => {
    const wanted = (Array.isArray(body) ? body : [body]) as readonly Row[];
    const reason = wanted.map(reasonOf).find((one) => one !== undefined);
    if (reason !== undefined) return refusal(reason);
    const unknown = wanted.filter((one) => one[key] === undefined || !rows.some((row) => row[key] === one[key]));
    const merges = headers.get('prefer')?.includes('merge-duplicates') === true;
    const written = (merges ? wanted : unknown).map((row) => {
      const whole = complete({ ...rows.find((one) => one[key] === row[key]), ...row });
      put(whole);
      return whole;
    });
    return { status: 201, json: written };
  };
  const change = (call: Call): Answer => {
    const values = call.body as Row;
    const reason = reasonOf(values);
    if (reason !== undefined) return refusal(reason);
    const changed = rows.filter((row) => meets(row, call.query)).map((row) => bumped({ ...row, ...values }, row));
    for (const row of changed) put(row);
    return { json: changed };
  };
  const bumped = (row: Row, before: Row): Row => ({ ...row, version: Number(before['version']) + 1, updated_at: stamp() });
  return {
    rows: () => rows,
    write: (row) => {
      const before = rows.find((one) => one[key] === row[key]);
      put(before === undefined ? complete(row) : bumped({ ...before, ...row }, before));
    },
    refuse: (reason) => {
      reasonOf = reason;
    },
    answer: (call) => {
      if (call.method === 'POST') return insert(call);
      if (call.method === 'PATCH') return change(call);
      if (call.method === 'DELETE') {
        rows = rows.filter((row) => !meets(row, call.query));
        return { status: 204 };
      }
      return select(rows, call);
    },
  };
}

const refusal = (reason: string): Answer => ({
  status: 400,
  json: { code: '23514', message: `new row violates check constraint "${reason}"`, details: null, hint: null },
});

function select(rows: readonly Row[], { query, headers }: Call): Answer {
  const found = ordered(
    rows.filter((row) => meets(row, query)),
    query.get('order'),
  );
  const start = Number(query.get('offset') ?? 0);
  const limit = query.get('limit');
  const shown = found.slice(start, limit === null ? undefined : start + Number(limit));
  const range = { 'content-range': `${shown.length === 0 ? '*' : `${start}-${start + shown.length - 1}`}/${found.length}` };
  if (headers.get('accept')?.includes('pgrst.object') === true) return { json: shown[0] ?? null, headers: range };
  return { json: shown, headers: range };
}

/** Parameters that choose no rows. */
const others = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns']);

/** What commas part, but those in brackets or quotation marks. */
function partsOf(text: string): readonly string[] {
  return text.match(/(?:"[^"]*"|\([^)]*\)|[^,])+/g) ?? [];
}

function meets(row: Row, query: URLSearchParams): boolean {
  return [...query].every(([column, condition]) => {
    if (column === 'or') return partsOf(condition.slice(1, -1)).some((one) => meetsPart(row, one));
    return others.has(column) || meetsOne(row[column], condition);
  });
}

/** One condition of several, such as `snoozed_until.is.null`. */
function meetsPart(row: Row, part: string): boolean {
  const [column = '', ...condition] = part.split('.');
  return meetsOne(row[column], condition.join('.'));
}

function meetsOne(value: unknown, condition: string): boolean {
  const [operator = '', ...rest] = condition.split('.');
  const wanted = rest.join('.');
  if (operator === 'not') return !meetsOne(value, wanted);
  if (operator === 'is') return String(value) === wanted;
  if (operator === 'in')
    return wanted
      .slice(1, -1)
      .split(',')
      .map((one) => one.replaceAll('"', ''))
      .includes(String(value));
  if (value === null || value === undefined) return false;
  if (operator === 'like' || operator === 'ilike') {
    const words = wanted
      .replaceAll('"', '')
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${words.join('.*')}$`, operator === 'ilike' ? 'is' : 's').test(String(value));
  }
  const [one, other] = typeof value === 'number' ? [value, Number(wanted)] : [comparable(value), comparable(wanted)];
  if (operator === 'eq') return one === other;
  if (operator === 'neq') return one !== other;
  if (operator === 'gte') return one >= other;
  if (operator === 'gt') return one > other;
  if (operator === 'lte') return one <= other;
  if (operator === 'lt') return one < other;
  throw new Error(`the fake table does not know “${operator}”`);
}

/** Moments are compared as such, in whatever form they are written. */
function comparable(value: unknown): string {
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text).toISOString() : text;
}

function ordered(rows: readonly Row[], order: string | null): readonly Row[] {
  const keys = (order ?? '').split(',').filter((key) => key !== '');
  return keys.reduceRight((sorted, key) => {
    const [column = '', direction] = key.split('.');
    const turn = direction === 'desc' ? -1 : 1;
    return sorted.toSorted((one, other) => turn * compare(one[column], other[column]));
  }, rows);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return comparable(one) < comparable(other) ? -1 : comparable(one) > comparable(other) ? 1 : 0;
}
