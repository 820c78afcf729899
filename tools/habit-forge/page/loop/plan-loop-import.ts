import type { ImportedRecord, ImportPlan } from '../../../../web/app/domains/exchange/plan-import.ts';
import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { dayNumber } from '../day-number.ts';
import type { DayMark } from '../habit-edits.ts';
import type { HabitDraft } from '../habits.ts';
import { mark } from '../mark.ts';
import type { Standing } from '../standing.ts';
import type { LoopArchive, LoopHabit } from './loop-rows.ts';

/** What taking an archive would do: the plan as it is shown, and what is written. */
export type LoopImport = { readonly plan: ImportPlan; readonly habits: readonly Edit[]; readonly marks: readonly DayMark[] };

/** An archive, and the habits that it is compared with. */
export type GivenLoopFile = { readonly file: Blob; readonly name: string; readonly standings: readonly Standing[]; readonly now: Date };

/** What Loop wrote: its archive of CSV files, or its own database. */
export type LoopForm = 'CSV' | 'database';

/** What taking it would do, or why it was not read. */
export type FoundHabits = { readonly planned: LoopImport; readonly form: LoopForm } | { readonly fault: string };

/** What of a habit a file says; the rest stays as it is. */
const comparedFields = ['question', 'notes', 'kind', 'unit', 'target_value', 'target_type', 'freq_num', 'freq_den', 'color'] as const;

/**
 * Compares an archive with what is there. A file's habit is the one here with the same name, the second of that name the second.
 * Days that are here in the same words, implied ones and those that evidence shows included, are there already. `source` names where it
 * came from; reading it again adds nothing.
 */
export function planLoopImport(archive: LoopArchive, standings: readonly Standing[], now: Date): LoopImport {
  const batchId = newRecordId();
  const takenNames = new Map<string, number>();
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  const habits: Edit[] = [];
  const marks: DayMark[] = [];
  for (const given of archive.habits) {
    const nth = takenNames.get(given.draft.name) ?? 0;
    takenNames.set(given.draft.name, nth + 1);
    const standing = standings.filter(({ habit }) => habit.name === given.draft.name)[nth];
    const externalId = `${given.draft.name}#${nth + 1}`.slice(-300);
    const said = (text: string): ImportedRecord => ({ line: given.line, externalId, fields: { name: `${given.draft.name}${text}` } });
    if (standing === undefined) {
      const id = newRecordId();
      fresh.push(said(`: ${countOf(given.days.length)}`));
      habits.push({ kind: 'create', id, values: newHabit(given, externalId, batchId, now, habits.length) });
      marks.push(...given.days.map(({ day, value, note }) => ({ habitId: id, day, value, note })));
      continue;
    }
    const values = differences(given, standing, now);
    const days = given.days.filter(({ day, value, note }) => !isThere(standing, dayNumber(day), value, note));
    marks.push(...days.map(({ day, value, note }) => ({ habitId: standing.habit.id, day, value, note })));
    if (Object.keys(values).length > 0) habits.push({ kind: 'change', id: standing.habit.id, values });
    if (days.length === 0 && Object.keys(values).length === 0) duplicate.push(said(`: ${countOf(given.days.length)}`));
    else {
      const fields = [...Object.keys(values), ...(days.length === 0 ? [] : [countOf(days.length)])];
      changed.push({ id: standing.habit.id, record: said(''), fields });
    }
  }
  const edits = [...habits, ...marks.map(({ habitId }): Edit => ({ kind: 'change', id: habitId, values: {} }))];
  return { plan: { batchId, fresh, changed, duplicate, rejected: archive.rejected, partial: archive.partial, edits }, habits, marks };
}

function newHabit({ draft, isArchived }: LoopHabit, externalId: string, batchId: string, now: Date, place: number) {
  return {
    created_at: now.toISOString(),
    ...draft,
    position: now.getTime() / 1000 + place / 1000,
    archived_at: isArchived ? now.toISOString() : null,
    source: 'loop-csv',
    external_id: externalId,
    import_batch_id: batchId,
  };
}

function differences({ draft, isArchived }: LoopHabit, { habit }: Standing, now: Date): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of comparedFields) if (!isSame(draft, habit, field)) values[field] = draft[field];
  if (isArchived !== (habit.archived_at !== null)) values['archived_at'] = isArchived ? now.toISOString() : null;
  // Evidence shows what was done, and a limit is about what was not.
  if (values['target_type'] === 'at_most' && habit.evidence !== null) values['evidence'] = null;
  return values;
}

function isSame(draft: HabitDraft, habit: HabitDraft, field: (typeof comparedFields)[number]): boolean {
  return draft[field] === habit[field] || (field === 'notes' && draft.notes === habit.notes.trim());
}

function isThere({ marks, byHand, notes }: Standing, day: number, value: number, note: string): boolean {
  const known = marks.get(day) ?? mark.unknown;
  const isKnown = known === value || byHand.get(day) === value || (known === mark.implied && value === mark.unknown);
  return isKnown && (notes.get(day) ?? '') === note;
}

const countOf = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-GB')} days`);
