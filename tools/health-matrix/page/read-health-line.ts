import type { HealthRecord } from './health-records.ts';
import { checkinRecord, dayRecord } from './make-records.ts';
import { metricNamed } from './metric-names.ts';
import { isPlausible, metricOf, metrics, valueText } from './metrics.ts';

/** Values that a typed line names, by metric. */
export type HealthLine = Readonly<Record<string, number>>;

const felt = ['mood', 'energy', 'pain'] as const;

/**
 * Reads `weight 74.2`, `74.2 kg`, `bp 120/80` or `mood 4`: a measure by its name, or a value by a unit that is one measure's alone.
 * `undefined`: it names no measure, or no body has such a value.
 */
export function readHealthLine(line: string): HealthLine | undefined {
  const text = line.trim().toLowerCase();
  const [, upper, lower] = /^(?:bp|blood pressure) +(\d{2,3}) ?\/ ?(\d{2,3})$/.exec(text) ?? [];
  if (upper !== undefined && lower !== undefined) return plausible({ systolic: Number(upper), diastolic: Number(lower) });
  // Three digits behind a comma may be thousands: such a number is not read.
  const measured = /(\d{1,7}(?:[.,]\d{1,2})?) *([a-z°/%]*)$/.exec(text);
  const [, amount = '', unit = ''] = measured ?? [];
  const name = text.slice(0, measured?.index ?? 0).trimEnd();
  if (!/^(?:[a-z][a-z0-9 ]*)?$/.test(name)) return undefined;
  const id = name === '' ? metricOfUnit(unit) : metricNamed(name);
  if (id === undefined || amount === '') return undefined;
  // A unit that is another one's is a slip, and nothing is converted.
  if (unit !== '' && plainUnit(metricOf(id)?.unit ?? '') !== plainUnit(unit)) return undefined;
  return plausible({ [id]: Number(amount.replace(',', '.')) });
}

/** What the line says, as a title: `Weight 74.2 kg`. */
export function healthLineText(line: HealthLine): string {
  return Object.entries(line)
    .map(([id, value]) => `${metricOf(id)?.title ?? id} ${valueText(id, value)}`)
    .join(', ');
}

/** The day's records with the line's values in them, beside what was typed and checked in before. */
export function recordsOfLine(line: HealthLine, day: string, byId: ReadonlyMap<string, HealthRecord>): readonly HealthRecord[] {
  const isFelt = (id: string) => felt.some((one) => one === id);
  const typed = Object.fromEntries(Object.entries(line).filter(([id]) => !isFelt(id)));
  const feelings = Object.fromEntries(Object.entries(line).filter(([id]) => isFelt(id)));
  const [ofDay, ofCheckin] = [dayRecord(day, 'hand', {}), checkinRecord(day, { mood: null, energy: null, pain: null, note: '' })];
  const [dayBefore, checkinBefore] = [byId.get(ofDay.id), byId.get(ofCheckin.id)];
  return [
    ...(Object.keys(typed).length === 0
      ? []
      : [dayRecord(day, 'hand', { ...(dayBefore?.kind === 'day' ? dayBefore.values : {}), ...typed })]),
    ...(Object.keys(feelings).length === 0
      ? []
      : [{ ...(checkinBefore?.kind === 'checkin' ? checkinBefore : ofCheckin), ...feelings, removed_at: null }]),
  ];
}

/** What the owner typed of the line's measures for that day before. */
export function valuesBefore(line: HealthLine, day: string, byId: ReadonlyMap<string, HealthRecord>): HealthLine {
  const [ofDay, ofCheckin] = [dayRecord(day, 'hand', {}), checkinRecord(day, { mood: null, energy: null, pain: null, note: '' })].map(
    ({ id }) => byId.get(id),
  );
  const typed = ofDay?.kind === 'day' && ofDay.removed_at === null ? ofDay.values : {};
  const checkin = ofCheckin?.kind === 'checkin' && ofCheckin.removed_at === null ? ofCheckin : undefined;
  const known = { ...typed, ...(checkin && { mood: checkin.mood, energy: checkin.energy, pain: checkin.pain }) };
  return Object.fromEntries(
    Object.entries(known)
      .filter(([id, value]) => value !== null && Object.hasOwn(line, id))
      .map(([id, value]) => [id, Number(value)]),
  );
}

function plausible(line: HealthLine): HealthLine | undefined {
  const isFine = Object.entries(line).every(
    ([id, value]) => isPlausible(id, value) && (!felt.some((one) => one === id) || Number.isInteger(value)),
  );
  return isFine ? line : undefined;
}

const plainUnit = (unit: string) => unit.toLowerCase().replaceAll(/[^a-z%]/g, '');

function metricOfUnit(unit: string): string | undefined {
  const wanted = plainUnit(unit);
  const having = wanted === '' ? [] : metrics.filter((metric) => plainUnit(metric.unit) === wanted);
  return having.length === 1 ? having[0]?.id : undefined;
}
