import type { Edit } from '../../records/collection-state.ts';
import { newRecordId } from '../../records/record.ts';
import { type Day, dayOf } from '../../tasks/day.ts';
import type { CapturedNote } from '../../vault/contract/vault-drafts.ts';
import { capturedId, capturedText, markOf } from '../captured-mark.ts';
import { longestBody, type Note, noteOfText } from '../note.ts';
import { noteOfLine } from '../note-of-line.ts';
import { dailyNote } from '../taken-in.ts';

/** Ids of the captures that notes have taken in already: one that a crash left on the device is not taken in twice. */
export function mergedCaptures(rows: readonly Note[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ captured }) => captured.map(capturedId)));
}

/** The day of the note that a capture belongs to: when it was captured, where this clock hangs. */
export function dayOfCapture({ keptAtMs }: CapturedNote): Day {
  return dayOf(new Date(keptAtMs));
}

/**
 * The id of the note that a capture becomes: its own, so that done again it is the same note. Whoever can write into the browser's
 * storage chooses a capture's id: one of a note that never took it in must not write over that note.
 * @param known - all notes, those in the trash among them
 */
function noteIdOf({ id }: CapturedNote, known: readonly Note[]): string {
  const there = known.find((note) => note.id === id);
  return there === undefined || there.captured.some((mark) => capturedId(mark) === id) ? id : newRecordId();
}

/** A capture as a note of its own; `known` are all notes, those in the trash among them. */
export function asOwnNote(capture: CapturedNote, known: readonly Note[]): readonly Edit[] {
  const { text, keptAtMs } = capture;
  const id = noteIdOf(capture, known);
  const isLine = !text.includes('\n');
  const line = isLine && text.length <= 200 ? noteOfLine(text) : undefined;
  const note = line === undefined ? noteOfText(text) : { ...line, body: '' };
  if (note === undefined) return [];
  return [{ kind: 'create', id, values: { created_at: new Date(keptAtMs).toISOString(), ...note, captured: [markOf(capture)] } }];
}

/**
 * A capture at the end of its day's note, which is made where there is none; `undefined` where it has no room. It takes nothing away,
 * so no version of the note is kept.
 */
export function intoDailyNote(capture: CapturedNote, rows: readonly Note[], known: readonly Note[]): readonly Edit[] | undefined {
  const { text, keptAtMs } = capture;
  const daily = dailyNote(rows, dayOfCapture(capture));
  const added = `${text}\n\n*${capturedText(capture)}*\n`;
  const mark = markOf(capture);
  if (daily.there === undefined) {
    const values = { created_at: new Date(keptAtMs).toISOString(), ...daily.values, body: added, captured: [mark] };
    return [{ kind: 'create', id: noteIdOf(capture, known), values }];
  }
  const { there } = daily;
  const start = there.body.trimEnd();
  const body = start === '' ? added : `${start}\n\n${added}`;
  if (body.length > longestBody) return undefined;
  return [{ kind: 'change', id: there.id, values: { body, captured: [...there.captured, mark] } }];
}
