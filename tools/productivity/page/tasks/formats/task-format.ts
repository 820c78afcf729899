import type { tableEnd } from '../../../../../web/app/domains/exchange/file-ends.ts';
import type { ImportedRecord, ParsedFile, RejectedLine } from '../../../../../web/app/domains/exchange/plan-import.ts';
import { derivedRecordId } from '../../../../../web/app/domains/records/derived-record-id.ts';
import type { FindDate } from '../../../../../web/app/domains/tasks/quick-add.ts';
import type { Task, TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';

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
  /** How it ends: `cut`, or with a word on its last line where that may have been cut. Without it no such file can tell. */
  readonly endOf?: (text: string) => ReturnType<typeof tableEnd>;
  readonly parse: (text: string, clues: ParseClues) => ParsedFile;
  readonly format: (tasks: readonly ExportedTask[], now: Date) => string;
  /**
   * For files that name no task by an id: which task each line of `format` stands for, by the `externalId` that `parse` makes of
   * the line.
   */
  readonly ownLines?: (tasks: readonly Task[]) => ReadonlyMap<string, string>;
};

/** What some formats need to know to read dates in words. */
export type ParseClues = { readonly now: Date; readonly findDate: FindDate };

/** What is exported of a task. */
export type ExportedTask = TaskDraft & Partial<Pick<Task, 'id' | 'created_at' | 'source' | 'external_id' | 'parent_id'>>;

/** The name under which a file of a format finds a task again: the file's own where the task came with one, else the task's id. */
export function nameInFile(task: ExportedTask, formatId: string): string | undefined {
  return task.source === formatId ? (task.external_id ?? task.id) : task.id;
}

/** Tasks with each step behind the task that it is a part of, and how deep it lies; by itself where that task is not among them. */
export function withDepth(tasks: readonly ExportedTask[]): readonly { readonly task: ExportedTask; readonly depth: number }[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const parts = Map.groupBy(tasks, ({ parent_id }) => (parent_id != null && ids.has(parent_id) ? parent_id : undefined));
  const placed = new Set<ExportedTask>();
  const list: { readonly task: ExportedTask; readonly depth: number }[] = [];
  const place = (task: ExportedTask, depth: number) => {
    if (placed.has(task)) return;
    placed.add(task);
    list.push({ task, depth });
    if (task.id !== undefined) for (const part of parts.get(task.id) ?? []) place(part, depth + 1);
  };
  for (const task of parts.get(undefined) ?? []) place(task, 0);
  // Two devices may make two tasks parts of each other: neither is reached from outside.
  for (const task of tasks) place(task, 0);
  return list;
}

/** What else a file says of a task: its name there, and the name of the task that it is a step of. */
type Naming = { readonly externalId?: string | undefined; readonly partOf?: string | undefined };

/** Collects a file's tasks; what breaks a rule of the table is rejected here, with the reason, rather than by the server later. */
export function createCollector() {
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const partial: RejectedLine[] = [];
  const countLine = createLineNames();
  const reject = (line: number, text: string, reason: string) => void rejected.push({ line, text: text.slice(0, 200), reason });
  return {
    reject,
    /** Says what of a task that is taken is left out, and why. */
    leaveOut: (line: number, text: string, reason: string) => void partial.push({ line, text: text.slice(0, 200), reason }),
    /** Returns the task's name: `externalId` where the file has one, otherwise made of its text there; none where it is rejected. */
    take: (line: number, text: string, draft: TaskDraft, { externalId, partOf }: Naming = {}): string | undefined => {
      const problem = problemOf(draft);
      if (problem !== undefined) {
        reject(line, text, problem);
        return undefined;
      }
      const name = externalId ?? countLine(text);
      const links = partOf === undefined ? {} : { links: { parent_id: partOf } };
      records.push({ line, externalId: name, fields: draft, ...links });
      return name;
    },
    done: (): ParsedFile => ({ records, rejected, partial }),
  };
}

/** Names lines by their text; the second equal one with a number. */
export function createLineNames(): (text: string) => string {
  const times = new Map<string, number>();
  return (text) => {
    const count = (times.get(text) ?? 0) + 1;
    times.set(text, count);
    return derivedRecordId(text, String(count));
  };
}

function problemOf(draft: TaskDraft): string | undefined {
  if (draft.title.trim() === '') return 'It has no title.';
  if ([...draft.title].length > 500) return 'Its title has more than 500 characters.';
  if (/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u.test(draft.title + (draft.project ?? '') + draft.tags.join('')))
    return 'It has control characters.';
  if ([...draft.notes].length > 20_000) return 'Its notes have more than 20000 characters.';
  if (draft.rrule !== null && !isRule(draft.rrule)) return 'Its repetition cannot be read.';
  if (draft.tags.length > 50 || draft.tags.join('').length > 2000) return 'It has too many tags.';
  if ((draft.project?.length ?? 0) > 120) return "Its project's name has more than 120 characters.";
  if (draft.due_on !== null && !isDay(draft.due_on)) return 'Its day is none of the calendar.';
  if (draft.due_time !== null && !/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(draft.due_time)) return 'Its time is none of a day.';
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
