import { isPlausible } from '../metrics.ts';
import { type AmountStore, createAmountStore } from './amount-store.ts';
import { type Attributes, type LeaveOut, plainName } from './apple-attributes.ts';
import { dayNumberOf, readAppleTime, splitAtMidnight } from './apple-time.ts';
import { appleTypes, inOurUnit, sleepStages, sleepType } from './apple-types.ts';
import { minutesOf, type Stretch, sumWithoutOverlap } from './overlap.ts';

/** A night belongs to the day on which it ends: whoever sleeps from six in the evening on wakes up the next day. */
const eveningMinutes = 18 * 60;
/** A stretch longer than this is a slip of a clock. */
const longestMinutes = 2 * 1440;

type Time = NonNullable<ReturnType<typeof readAppleTime>>;
/** When a record was, and what it says. */
type Measured = { readonly metric: string; readonly from: Time; readonly length: number; readonly number: number };

type TellSum = (day: number, metric: string, value: number) => void;

/** Keeps sums alone: of the records of a day what is needed to count no minute twice. */
export function createRecordSums(leave: LeaveOut) {
  const amounts = createAmounts(leave);
  const means = createMeans();
  const nights = createNights();
  return {
    read: (attributes: Attributes) => {
      const { type = '', sourceName = '', unit = '', value = '' } = attributes;
      const known = appleTypes.get(type);
      if (known === undefined && type !== sleepType)
        return leave(`Records of a kind that is not kept here: ${type.replace(/^HK\w+Identifier/, '').slice(0, 60)}`);
      const from = readAppleTime(attributes['startDate'] ?? '');
      const to = readAppleTime(attributes['endDate'] ?? attributes['startDate'] ?? '');
      if (from === undefined || to === undefined) return leave('Records whose time is none');
      const length = to.utcMinutes - from.utcMinutes;
      if (length < 0 || length > longestMinutes) return leave('Records that end before they begin, or days later');
      if (known === undefined) return nights.add(value, from, to);
      const number = inOurUnit(known.metric, Number(value), unit);
      if (value.trim() === '' || number === undefined || !Number.isFinite(number))
        return leave('Records whose value or unit is none that we know');
      if (known.as === 'mean' ? !isPlausible(known.metric, number) : number < 0) return leave('Records whose value no body has');
      const measured = { metric: known.metric, from, length, number };
      if (known.as === 'mean') means.add(measured);
      else amounts.add(measured, sourceName);
    },
    /** Calls for each day and metric that there is anything of. */
    forEach: (tell: TellSum) => {
      for (const sums of [amounts, means, nights]) sums.forEach(tell);
    },
  };
}

/** Amounts add up over a day, each minute once, however many devices counted it. */
function createAmounts(leave: LeaveOut) {
  const stores = new Map<string, AmountStore>();
  const sources = new Map<string, number>();
  const sourceOf = (name: string) => {
    const known = sources.get(name) ?? sources.size;
    sources.set(name, known);
    return known;
  };
  return {
    add: ({ metric, from, length, number }: Measured, sourceName: string) => {
      const source = sourceOf(sourceName);
      const store = stores.get(metric) ?? createAmountStore();
      stores.set(metric, store);
      // On the clock of its beginning: a flight does not stretch a walk.
      for (const part of splitAtMidnight(from.localMinutes, from.localMinutes + length)) {
        const share = length === 0 ? 1 : (part.to - part.from) / length;
        if (!store.add(part.day, { from: part.from, to: part.to, value: number * share, source })) leave('Records whose time is none');
      }
    },
    forEach: (tell: TellSum) => {
      const names = [...sources.keys()];
      const rankOf = (source: number) => sourceRank(names[source] ?? '');
      for (const [metric, store] of stores) for (const [day, list] of store.days()) tell(day, metric, sumWithoutOverlap(list, rankOf));
    },
  };
}

/** Of some metrics a day has the mean of all that was measured. */
function createMeans() {
  const means = new Map<string, Map<number, { sum: number; n: number }>>();
  return {
    add: ({ metric, from, number }: Measured) => {
      const days = means.get(metric) ?? new Map<number, { sum: number; n: number }>();
      means.set(metric, days);
      const day = dayNumberOf(from.localMinutes);
      const mean = days.get(day) ?? { sum: 0, n: 0 };
      if (mean.n === 0) days.set(day, mean);
      mean.sum += number;
      mean.n += 1;
    },
    forEach: (tell: TellSum) => {
      for (const [metric, byDay] of means) for (const [day, { sum, n }] of byDay) tell(day, metric, sum / n);
    },
  };
}

/** Sleep by its stages, in hours. */
function createNights() {
  // Two numbers to a stretch: as objects they would take several times as much memory.
  const nights = new Map<string, Map<number, number[]>>();
  const listOf = (stage: string, day: number): number[] => {
    const days = nights.get(stage) ?? new Map<number, number[]>();
    nights.set(stage, days);
    const list = days.get(day) ?? [];
    days.set(day, list);
    return list;
  };
  return {
    add: (value: string, from: Time, to: Time) => {
      const day = dayNumberOf(from.localMinutes + 1440 - eveningMinutes);
      for (const stage of sleepStages[value] ?? []) listOf(stage, day).push(from.utcMinutes, to.utcMinutes);
    },
    forEach: (tell: TellSum) => {
      for (const [stage, byDay] of nights) for (const [day, stretches] of byDay) tell(day, stage, minutesOf(stretchesOf(stretches)) / 60);
    },
  };
}

function stretchesOf(numbers: readonly number[]): readonly Stretch[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({ from: numbers[index * 2] ?? 0, to: numbers[index * 2 + 1] ?? 0 }));
}

/** A watch is worn, a phone is carried, anything else was told. */
function sourceRank(name: string): number {
  const plain = plainName(name).toLowerCase();
  return plain.includes('watch') ? 0 : plain.includes('phone') ? 1 : 2;
}
