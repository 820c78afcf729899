import { fail, type Result, succeed } from '@castellan/foundation/result';

/** One value as a feed keeps it. */
export type FeedValue = {
  /** As the sender calls it, one line of at most 80 characters. */
  readonly measure: string;
  readonly value: number;
  /** As the sender calls it; empty where it named none. */
  readonly unit: string;
  /** ISO 8601 to the second, with the offset of the sender's clock: `2026-11-28T07:31:00+01:00`. */
  readonly at: string;
};

/** Why a body is refused whole. `position` counts from 1. Nothing of the value is in it. */
export type FeedFault =
  | { readonly code: 'not_a_list' | 'nothing' | 'too_many' }
  | { readonly code: 'not_an_object' | 'unknown_key' | 'measure' | 'value' | 'unit' | 'at'; readonly position: number };

/** The most values of one call. */
export const maxFeedValues = 500;

/** Apple Health and most scales know nothing from before. */
const earliestMs = Date.UTC(2000, 0, 1);
/** A phone whose clock is ahead, or set to another zone. */
const aheadMs = 86_400_000;

/**
 * Reads the JSON of a call: one value, a list of them, or `{ "values": […] }`, because the Shortcuts app sends objects alone. A value is
 * `{ "measure", "value", "unit"?, "at"? }`; a number may come as text, as variables do. Without `at` it is from when it arrived.
 * @param arrivedAtMs - milliseconds since 1970
 */
export function readFeedBody(body: unknown, arrivedAtMs: number): Result<readonly FeedValue[], FeedFault> {
  const list = listOf(body);
  if (list === undefined) return fail({ code: 'not_a_list' });
  if (list.length === 0) return fail({ code: 'nothing' });
  if (list.length > maxFeedValues) return fail({ code: 'too_many' });
  const values: FeedValue[] = [];
  for (const [index, item] of list.entries()) {
    const read = readValue(item, arrivedAtMs);
    if (typeof read === 'string') return fail({ code: read, position: index + 1 });
    values.push(read);
  }
  return succeed(values);
}

function listOf(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  if (!('values' in body)) return [body];
  return Object.keys(body).length === 1 && Array.isArray(body.values) ? body.values : undefined;
}

const keys = ['measure', 'value', 'unit', 'at'];

function readValue(item: unknown, arrivedAtMs: number): FeedValue | Extract<FeedFault, { readonly position: number }>['code'] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'not_an_object';
  if (Object.keys(item).some((key) => !keys.includes(key))) return 'unknown_key';
  const {
    measure: typedMeasure,
    value: typedValue,
    unit: typedUnit = '',
    at: typedAt = '',
  }: Readonly<Record<string, unknown>> = { ...item };
  const measure = lineOf(typedMeasure, 80);
  if (measure === undefined || measure === '') return 'measure';
  const value = numberOf(typedValue);
  if (value === undefined) return 'value';
  const unit = lineOf(typedUnit ?? '', 20);
  if (unit === undefined) return 'unit';
  const at = momentOf(typedAt ?? '', arrivedAtMs);
  return at === undefined ? 'at' : { measure, value, unit, at };
}

/** One line without control characters, and without spaces around it. */
function lineOf(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return undefined;
  return value.trim();
}

const largest = 1e9;

/** Three digits behind a comma may be thousands: such a text is no number. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) <= largest ? value : undefined;
  if (typeof value !== 'string' || value.length > 20) return undefined;
  const text = value.trim();
  if (!/^-?\d{1,9}(?:[.,]\d{1,9})?$/.test(text) || /,\d{3}$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

function momentOf(value: unknown, arrivedAtMs: number): string | undefined {
  if (value === '') return secondsText(arrivedAtMs);
  const isSeconds = typeof value === 'number' || (typeof value === 'string' && /^\d{9,11}$/.test(value));
  if (isSeconds) return isTimely(Number(value) * 1000, arrivedAtMs) ? secondsText(Number(value) * 1000) : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, day, time, seconds = '00', zone = '', sign = '+', hours = '', minutes = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|([+-])(\d\d):?(\d\d))$/.exec(value) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const offset = zone === 'Z' ? 'Z' : `${sign}${hours}:${minutes}`;
  if (offset !== 'Z' && Number(hours) * 60 + Number(minutes) > 14 * 60) return undefined;
  // A day that the calendar lacks, such as 31 February, would become another one.
  const onItsClock = Date.parse(`${day}T${time}:${seconds}Z`);
  if (Number.isNaN(onItsClock) || new Date(onItsClock).toISOString().slice(0, 10) !== day) return undefined;
  const text = `${day}T${time}:${seconds}${offset}`;
  return isTimely(Date.parse(text), arrivedAtMs) ? text : undefined;
}

function isTimely(atMs: number, arrivedAtMs: number): boolean {
  return atMs >= earliestMs && atMs <= arrivedAtMs + aheadMs;
}

function secondsText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

const faultWords: Readonly<Record<FeedFault['code'], string>> = {
  not_a_list: 'The body must be JSON: one value, a list of values, or an object whose only key is values.',
  nothing: 'There is no value in the body.',
  too_many: `A call brings ${maxFeedValues} values at most.`,
  not_an_object: 'it must be an object',
  unknown_key: 'it may have measure, value, unit and at alone',
  measure: 'measure must be a name of 1 to 80 characters',
  value: 'value must be a number, such as 74.2',
  unit: 'unit must be one line of at most 20 characters',
  at: 'at must be a moment with its offset, such as 2026-11-28T07:31:00+01:00, or seconds since 1970, and not in the future',
};

/** What the sender is told, in one sentence that quotes nothing of the body. */
export function feedFaultText(fault: FeedFault): string {
  const words = faultWords[fault.code];
  return 'position' in fault ? `Value ${fault.position}: ${words}.` : words;
}
