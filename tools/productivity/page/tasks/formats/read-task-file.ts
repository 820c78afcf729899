import { decodeText } from '../../../../../web/app/domains/exchange/decode-text.ts';
import { cutFile } from '../../../../../web/app/domains/exchange/file-ends.ts';
import { type ImportPlan, planImport } from '../../../../../web/app/domains/exchange/plan-import.ts';
import type { Task } from '../../../../../web/app/domains/tasks/task.ts';
import { icalendar } from './icalendar.ts';
import { markdown } from './markdown.ts';
import type { ParseClues, TaskFormat } from './task-format.ts';
import { todoistCsv } from './todoist-csv.ts';

/** Every kind of file that tasks come from and go to. */
export const taskFormats: readonly TaskFormat[] = [icalendar, todoistCsv, markdown];

/** A file, and the tasks that it is compared with. */
export type GivenTaskFile = { readonly file: Blob; readonly name: string; readonly rows: readonly Task[]; readonly now: Date };

/** What a file turned out to be, or why nothing of it is taken; `undefined` where it is none of the kinds we read. */
export type ReadFile =
  | { readonly format: TaskFormat; readonly encoding: string; readonly plan: ImportPlan }
  | { readonly fault: string }
  | undefined;

/** Sniffs, decodes, parses and compares: everything but the writing. */
export function readTaskFile(bytes: Uint8Array, existing: readonly Task[], clues: ParseClues): ReadFile {
  const decoded = decodeText(bytes);
  const text = decoded.text.replace(/^\uFEFF/, '');
  const format = taskFormats.find((one) => one.recognises(text));
  if (format === undefined) return undefined;
  const end = format.endOf?.(text) ?? [];
  if (end === 'cut') return { fault: cutFile };
  const parsed = format.parse(text, clues);
  const plan = planImport(
    { ...parsed, partial: [...(parsed.partial ?? []), ...end] },
    existing,
    format.id,
    clues.now,
    format.ownLines?.(existing),
  );
  return { format, encoding: decoded.encoding, plan };
}
