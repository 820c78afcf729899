import type { HabitDraft } from './habits.ts';

/** The fields of the form, as they were typed. */
export type TypedHabit = Readonly<Record<HabitField, string>>;

/** The form's fields by name. */
export const habitFields = [
  'name',
  'question',
  'notes',
  'kind',
  'unit',
  'target',
  'targetType',
  'times',
  'days',
  'group',
  'reminder',
  'evidence',
  'evidenceTag',
] as const;
type HabitField = (typeof habitFields)[number];

/** What is wrong, and at which field. */
export type HabitFault = { readonly field: HabitField; readonly sentence: string };

/** Reads the form; what the database would refuse is named before it is sent. */
export function readHabitForm(typed: TypedHabit): Omit<HabitDraft, 'color'> | HabitFault {
  const text = (field: HabitField) => typed[field].trim();
  const whole = (field: HabitField) => (/^\d{1,3}$/.test(text(field)) ? Number(text(field)) : undefined);
  const name = text('name');
  if (name === '') return { field: 'name', sentence: 'Enter a name.' };
  const kind = typed.kind === 'count' ? 'count' : 'check';
  const days = whole('days');
  if (days === undefined || days < 1 || days > 366) return { field: 'days', sentence: 'A number of days from 1 to 366.' };
  const times = kind === 'count' ? 1 : whole('times');
  if (times === undefined || times < 1) return { field: 'times', sentence: 'How many times, 1 or more.' };
  if (times > days) return { field: 'times', sentence: 'At most once a day: no more times than days.' };
  const target = kind === 'count' ? readTarget(text('target')) : 0;
  if (target === undefined) return { field: 'target', sentence: 'A number from 0 to 1,000,000, with at most two digits after the point.' };
  const isAtMost = kind === 'count' && typed.targetType === 'at_most';
  if (kind === 'count' && !isAtMost && target === 0) return { field: 'target', sentence: 'At least how much? More than 0.' };
  const evidence = isAtMost ? null : (evidenceWords.find((word) => word === typed.evidence) ?? null);
  const tag = text('evidenceTag').replace(/^#/, '');
  return {
    name,
    question: text('question'),
    notes: typed.notes.trim(),
    kind,
    unit: kind === 'count' ? text('unit') : '',
    target_value: target,
    target_type: isAtMost ? 'at_most' : 'at_least',
    freq_num: times,
    freq_den: days,
    habit_group: text('group') === '' ? null : text('group'),
    reminder_time: /^\d\d:\d\d/.test(text('reminder')) ? `${text('reminder').slice(0, 5)}:00` : null,
    evidence,
    evidence_tag: evidence === null || tag === '' ? null : tag,
  };
}

const evidenceWords = ['tasks', 'focus', 'notes'] as const;

function readTarget(text: string): number | undefined {
  const plain = text.replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return undefined;
  return Number(plain) <= 1_000_000 ? Number(plain) : undefined;
}
