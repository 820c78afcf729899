import type { Collection, Lost, Merging } from '../../../web/app/domains/records/collection.ts';
import type { Fields, RawRecord } from '../../../web/app/domains/records/record.ts';
import { amountText, mark } from './mark.ts';

/** Writes each day that was not kept of a month into that day's note. */
export function lostDaysOf(months: Collection<RawRecord>): NonNullable<Merging['keepLost']> {
  return ({ row, base, kept, fields }: Lost) => {
    const notes = listOf(kept['notes']).map(String);
    for (const field of fields) {
      const [own, before, there] = [listOf(row[field]), listOf(base[field]), listOf(kept[field])];
      own.forEach((value, day) => {
        // What this side left as it was is not what it says.
        if (value === there[day] || value === before[day]) return;
        const said = `Not kept: ${field === 'marks' ? markInWords(value) : String(value)}`;
        notes[day] = (notes[day] ?? '') === '' ? said : `${notes[day]}\n${said}`;
      });
    }
    return [{ collection: months, kind: 'change', id: row.id, values: { notes } }];
  };
}

/** The marked days of a month, where its fields stand for the owner to read. */
export function monthInWords(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (field !== 'marks' && field !== 'notes') return [field, value];
      const said = listOf(value).flatMap((one, day) =>
        one === mark.unknown || one === '' ? [] : [`day ${day + 1} ${field === 'marks' ? markInWords(one) : String(one)}`],
      );
      return [field, said];
    }),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const words: Readonly<Record<number, string>> = {
  [mark.unknown]: 'no mark',
  [mark.no]: 'not done',
  [mark.yes]: 'done',
  [mark.skip]: 'skipped',
};

function markInWords(value: unknown): string {
  return typeof value === 'number' ? (words[value] ?? amountText(value)) : String(value);
}
