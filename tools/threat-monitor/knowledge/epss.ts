import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { FeedFailure } from './kev.ts';

/** EPSS of one vulnerability: the probability of exploitation within 30 days, and the share of all that are less likely; 0 to 1. */
export type EpssScore = { readonly probability: number; readonly percentile: number };

/** A day's scores. */
export type Epss = {
  readonly model: string;
  /** ISO 8601. */
  readonly scoredAt: string;
  readonly size: number;
  readonly of: (cve: string) => EpssScore | undefined;
};

/** A day's scores as plain numbers, which can be handed from one thread or process to another. */
export type EpssTable = Pick<Epss, 'model' | 'scoredAt'> & {
  /** Year times a thousand million plus serial, rising. */
  readonly keys: Float64Array;
  /** Probability and percentile of each. */
  readonly numbers: Float32Array;
};

const [newline, comma, dash, point, nine, zero] = [10, 44, 45, 46, 57, 48];

/**
 * Reads a day's scores as they are published, unpacked: `#model_version:…,score_date:…`, `cve,epss,percentile`, and a row each.
 * Byte by byte into arrays of numbers, because there are a third of a million rows. A row that is none refuses the whole; a last
 * row without its end of line was cut off.
 */
export function parseEpssTable(bytes: Uint8Array): Result<EpssTable, FeedFailure> {
  const first = bytes.indexOf(newline);
  const second = first === -1 ? -1 : bytes.indexOf(newline, first + 1);
  const head = latin(bytes.subarray(0, Math.max(0, Math.min(second, 400))));
  const [, model = '', scoredAt = ''] = /^#model_version:([\w.:-]{1,40}),score_date:([\w.:+-]{1,40})\r?\n/.exec(head) ?? [];
  if (second === -1 || scoredAt === '' || !/\ncve,epss,percentile\r?$/.test(head))
    return refuse('feed_malformed', 'The header is not that of an EPSS file.');
  if (bytes[bytes.length - 1] !== newline) return refuse('feed_truncated', 'The last row is truncated.');
  const most = Math.ceil((bytes.length - second) / 20) + 1;
  const keys = new Float64Array(most);
  const numbers = new Float32Array(most * 2);
  let count = 0;
  let isSorted = true;
  for (let at = second + 1; at < bytes.length; ) {
    // CVE-2024-12345,0.00043,0.09
    if (bytes[at] !== 67 || bytes[at + 1] !== 86 || bytes[at + 2] !== 69 || bytes[at + 3] !== dash || bytes[at + 8] !== dash)
      return badRow(count);
    let [year, serial] = [0, 0];
    for (let place = at + 4; place < at + 8; place += 1) year = year * 10 + ((bytes[place] ?? 0) - zero);
    at += 9;
    const from = at;
    for (let byte = bytes[at] ?? 0; byte >= zero && byte <= nine; byte = bytes[++at] ?? 0) serial = serial * 10 + (byte - zero);
    if (bytes[at] !== comma || at === from || at - from > 9 || !(year > 1980 && year < 2200)) return badRow(count);
    const key = year * 1e9 + serial;
    for (let column = 0; column < 2; column += 1) {
      at += 1;
      let [value, scale, digits] = [0, 0, 0];
      for (let byte = bytes[at] ?? 0; (byte >= zero && byte <= nine) || byte === point; byte = bytes[++at] ?? 0) {
        if (byte === point) scale = 1;
        else {
          value = value * 10 + (byte - zero);
          scale *= 10;
          digits += 1;
        }
      }
      const number = value / (scale || 1);
      if (digits === 0 || digits > 15 || number > 1) return badRow(count);
      if (bytes[at] !== (column === 0 ? comma : newline) && !(column === 1 && bytes[at] === 13)) return badRow(count);
      numbers[count * 2 + column] = number;
    }
    if (bytes[at] === 13) at += 1;
    at += 1;
    if (count > 0 && key <= (keys[count - 1] ?? 0)) isSorted = false;
    keys[count] = key;
    count += 1;
  }
  if (count === 0) return refuse('feed_malformed', 'The file has no rows.');
  const rows = { model, scoredAt, keys: keys.slice(0, count), numbers: numbers.slice(0, count * 2) };
  return succeed(isSorted ? rows : sortRows(rows));
}

function sortRows({ keys, numbers, ...head }: EpssTable): EpssTable {
  const order = Uint32Array.from(keys, (_, index) => index).sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0));
  const sorted = new Float32Array(numbers.length);
  for (const [to, from] of order.entries()) {
    sorted[to * 2] = numbers[from * 2] ?? 0;
    sorted[to * 2 + 1] = numbers[from * 2 + 1] ?? 0;
  }
  return { ...head, keys: Float64Array.from(order, (from) => keys[from] ?? 0), numbers: sorted };
}

/** Finds scores in a table. */
export function openEpss({ model, scoredAt, keys, numbers }: EpssTable): Epss {
  return {
    model,
    scoredAt,
    size: keys.length,
    of: (cve) => {
      const row = find(keys, keyOf(cve));
      return row === -1 ? undefined : { probability: round(numbers[row * 2] ?? 0), percentile: round(numbers[row * 2 + 1] ?? 0) };
    },
  };
}

function keyOf(cve: string): number {
  const [, year = '', serial = ''] = /^CVE-(\d{4})-(\d{4,9})$/.exec(cve) ?? [];
  return year === '' ? Number.NaN : Number(year) * 1e9 + Number(serial);
}

function find(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = sorted[middle] ?? 0;
    if (at === key) return middle;
    if (at < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The five digits that are published. */
function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function badRow(count: number): Result<never, FeedFailure> {
  return refuse('feed_malformed', `Row ${count + 1} is not a CVE with two numbers from 0 to 1.`);
}

function refuse(code: FeedFailure['code'], message: string): Result<never, FeedFailure> {
  return fail({ code, message });
}
