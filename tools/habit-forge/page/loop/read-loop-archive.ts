import { readCsv } from '@castellan/exports/csv';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { readZip, type ZipFailure } from '../../../../web/app/domains/exchange/read-zip.ts';
import { cutTexts, type LoopArchive, type LoopHabit, readDays, readHabitRow, type WrittenDay } from './loop-rows.ts';

/** `no_habits`: an archive without the list of habits. */
export type LoopFailure = { readonly code: ZipFailure['code'] | 'no_habits' };

const limits = { files: 5_000, bytes: 50_000_000 };

/** Reads the archive of CSV files that Loop Habit Tracker exports: `Habits.csv`, and a folder with `Checkmarks.csv` for each of them. */
export function readLoopArchive(archive: Uint8Array): Result<LoopArchive, LoopFailure> {
  const unpacked = readZip(archive, (path) => /(^|\/)(Habits|Checkmarks)\.csv$/i.test(path), limits);
  if (!unpacked.ok) return unpacked;
  const texts = new Map(unpacked.value.map(({ path, bytes }) => [path, decodeText(bytes).text]));
  const list = [...texts].find(([path]) => /(^|\/)Habits\.csv$/i.test(path));
  if (list === undefined) return fail({ code: 'no_habits' });
  const { rows, lines } = readCsv(list[1]);
  const columns = columnsOf(rows[0] ?? []);
  if (!columns.has('name')) return fail({ code: 'no_habits' });
  const rejected: RejectedLine[] = [];
  const partial: RejectedLine[] = [];
  const unread = new Set([...texts.keys()].filter((path) => /[^/]\/Checkmarks\.csv$/i.test(path)));
  const habits = rows.slice(1).flatMap((row, index): readonly LoopHabit[] => {
    const cell = (name: string) => (row[columns.get(name) ?? -1] ?? '').trim();
    const line = lines[index + 1] ?? 0;
    const path = folderOf(texts, Number(cell('position') === '' ? index + 1 : cell('position')));
    unread.delete(path ?? '');
    const read = readHabitRow(cell);
    if ('reason' in read) {
      rejected.push({ line, text: row.join(', ').slice(0, 80), reason: read.reason });
      return [];
    }
    const leaveOut = (reason: string) => void partial.push({ line, text: read.draft.name.slice(0, 80), reason });
    for (const reason of cutTexts(cell)) leaveOut(reason);
    if (path === undefined) leaveOut('The archive has no entries for it.');
    return [{ line, ...read, days: readDays(writtenDays(texts.get(path ?? '')), read.draft, rejected, partial) }];
  });
  // The list of all habits' marks, which stands beside it, says nothing else than the folders.
  for (const path of unread)
    if (path.split('/').length > list[0].split('/').length)
      rejected.push({ line: 1, text: path.slice(-80), reason: 'Its days are of no habit in the list.' });
  return succeed({ habits, rejected, partial });
}

/** Where the days of a habit are: in the folder that begins with its number. */
function folderOf(texts: ReadonlyMap<string, string>, place: number): string | undefined {
  return [...texts.keys()].find((path) => {
    const [file = '', folder = ''] = path.split('/').toReversed();
    return file.toLowerCase() === 'checkmarks.csv' && Number(/^\d+(?= |$)/.exec(folder)?.[0]) === place;
  });
}

/** Names that older versions give to the same columns. */
const olderNames: Readonly<Record<string, string>> = { numrepetitions: 'frequencynumerator', interval: 'frequencydenominator' };

function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    header.map((name, index) => {
      const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
      return [olderNames[plain] ?? plain, index];
    }),
  );
}

/** The rows of a habit's own table. */
function* writtenDays(text: string | undefined): Generator<WrittenDay> {
  const { rows, lines } = readCsv(text ?? '');
  const columns = columnsOf(rows[0] ?? []);
  // Files of older versions have no first line.
  const isNamed = columns.has('date');
  for (const [index, row] of rows.entries()) {
    if (isNamed && index === 0) continue;
    const cell = (name: string, otherwise: number) => (row[isNamed ? (columns.get(name) ?? -1) : otherwise] ?? '').trim();
    const day = cell('date', 0);
    if (!isNamed && day === '') continue;
    yield { line: lines[index] ?? 0, day, value: cell('value', 1), note: cell('notes', 2), text: row.join(', ') };
  }
}
