import type { ImportedRecord, ParsedFile, RejectedLine } from '../../exchange/plan-import.ts';
import { derivedRecordId } from '../../records/derived-record-id.ts';
import type { FindDate } from '../quick-add.ts';
import type { Task, TaskDraft } from '../task.ts';

/** A kind of file that holds tasks. */
export type TaskFormat = {
  readonly id: string;
  readonly label: string;
  readonly extension: string;
  readonly mediaType: string;
  /** What of a task such a file cannot hold, in words. */
  readonly loses: readonly string[];
  /** Whether a text looks like such a file. */
  readonly recognises: (text: string) => boolean;
  readonly parse: (text: string, clues: ParseClues) => ParsedFile;
  readonly format: (tasks: readonly ExportedTask[], now: Date) => string;
};

/** What some formats need to know to read dates in words. */
export type ParseClues = { readonly now: Date; readonly findDate: FindDate };

/** What is exported of a task. */
export type ExportedTask = TaskDraft & Partial<Pick<Task, 'id' | 'created_at' | 'external_id'>>;

/** Collects a file's tasks; what breaks a rule of the table is rejected here, with the reason, rather than by the server later. */
export function createCollector() {
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const times = new Map<string, number>();
  const reject = (line: number, text: string, reason: string) => void rejected.push({ line, text: text.slice(0, 200), reason });
  return {
    reject,
    /** `externalId` where the file has one; otherwise its text there names the task, the second equal one with a number. */
    take: (line: number, text: string, draft: TaskDraft, externalId?: string) => {
      const problem = problemOf(draft);
      if (problem !== undefined) return reject(line, text, problem);
      const count = (times.get(text) ?? 0) + 1;
      times.set(text, count);
      records.push({ line, externalId: externalId ?? derivedRecordId(text, String(count)), fields: draft });
    },
    done: (): ParsedFile => ({ records, rejected }),
  };
}

function problemOf(draft: TaskDraft): string | undefined {
  if (draft.title.trim() === '') return 'It has no title.';
  if ([...draft.title].length > 500) return 'Its title has more than 500 characters.';
  if (/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u.test(draft.title + (draft.project ?? '') + draft.tags.join('')))
    return 'It has control characters.';
  if ([...draft.notes].length > 20_000) return 'Its notes have more than 20000 characters.';
  if (draft.rrule !== null && !isRule(draft.rrule)) return 'Its repetition cannot be read.';
  if (draft.tags.length > 50 || draft.tags.join('').length > 2000) return 'It has more tags than fit.';
  if ((draft.project?.length ?? 0) > 120) return "Its project's name has more than 120 characters.";
  if (draft.due_on !== null && !isDay(draft.due_on)) return 'Its day is none of the calendar.';
  if (draft.estimate_min !== null && (draft.estimate_min < 1 || draft.estimate_min > 44_640))
    return 'Its estimate is not between 1 minute and 31 days.';
  return undefined;
}

/** Whether a rule is one that the table keeps. */
export function isRule(rule: string): boolean {
  return rule.length <= 500 && /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;[A-Z]+=[A-Z0-9,+-]+)*$/.test(rule);
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= '1970-01-01' && day <= '2200-12-31';
}
