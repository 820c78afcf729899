import { readCsv, writeCsv } from '@castellan/exports/csv';
import { tableEnd } from '../../../../../web/app/domains/exchange/file-ends.ts';
import { describeRecurrence, findRecurrence } from '../../../../../web/app/domains/tasks/recurrence.ts';
import { draftOf, isOpen, type TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';
import { createCollector, createLineNames, type ExportedTask, isRule, type ParseClues, type TaskFormat, withDepth } from './task-format.ts';

const columns = [
  'TYPE',
  'CONTENT',
  'DESCRIPTION',
  'PRIORITY',
  'INDENT',
  'AUTHOR',
  'RESPONSIBLE',
  'DATE',
  'DATE_LANG',
  'TIMEZONE',
  'DURATION',
  'DURATION_UNIT',
];

/** Todoist's template files. Labels stand in the content as `@label`; the most urgent priority is 1 and the plain one 4. */
export const todoistCsv: TaskFormat = {
  id: 'todoist',
  label: 'Todoist CSV',
  extension: 'csv',
  mediaType: 'text/csv',
  loses: [
    'tasks that are done or cancelled',
    'projects',
    'priority 4, which is none there',
    'tags with spaces',
    'the depth of steps below the fourth',
  ],
  recognises: (text) => /^\uFEFF?"?TYPE"?[,;\t]"?CONTENT"?/i.test(text),
  endOf: tableEnd,
  parse: (text, clues) => {
    const collector = createCollector();
    const {
      rows: [header = [], ...rows],
      lines,
    } = readCsv(text);
    const names = header.map((name) => name.trim().toUpperCase());
    // The task that was read last at each level; a step lies one level below its task.
    let above: (string | undefined)[] = [];
    for (const [index, row] of rows.entries()) {
      const cell = (name: string) => row[names.indexOf(name)] ?? '';
      const kind = cell('TYPE').trim().toLowerCase();
      const shown = lineOf(row);
      const line = lines[index + 1] ?? 0;
      if (kind === 'task') {
        const level = Math.min(Math.max(Math.trunc(Number(cell('INDENT'))) || 1, 1), above.length + 1, maxLevel);
        const { draft, doubts } = draftFrom(cell, clues);
        above = above.slice(0, level - 1);
        const name = collector.take(line, shown, draft, { partOf: above.at(-1) });
        above.push(name);
        if (name !== undefined) for (const doubt of doubts) collector.leaveOut(line, draft.title, doubt);
      } else if (kind !== '' && kind !== 'meta') {
        above = [];
        collector.reject(line, shown, `A ${kind} is not a task.`);
      }
    }
    return collector.done();
  },
  format: (tasks) => writeCsv([columns, ...openTasks(tasks).map(rowOf)]),
  ownLines: (tasks) => {
    const nameLine = createLineNames();
    return new Map(openTasks(tasks).flatMap((one) => (one.task.id === undefined ? [] : [[nameLine(lineOf(rowOf(one))), one.task.id]])));
  },
};

/** Todoist knows five levels. */
const maxLevel = 5;

/** A row in one piece, by which a task without an id is known again. */
function lineOf(cells: readonly string[]): string {
  return cells.join(', ');
}

function openTasks(tasks: readonly ExportedTask[]) {
  return withDepth(tasks.filter(isOpen));
}

function rowOf({ task, depth }: { readonly task: ExportedTask; readonly depth: number }): readonly string[] {
  const content = [escapeAt(task.title), ...task.tags.filter((tag) => !/\s/.test(tag)).map((tag) => `@${tag}`)].join(' ');
  const priority = task.priority === 0 ? '4' : String(task.priority);
  const duration = task.estimate_min === null ? ['', ''] : [String(task.estimate_min), 'minute'];
  const level = String(Math.min(depth + 1, maxLevel));
  return ['task', content, task.notes, priority, level, '', '', dateOf(task), 'en', '', ...duration];
}

/** The words of the rule go first, since Todoist reads "every monday starting 2026-11-23 10:00". */
function dateOf({ rrule, due_on, due_time }: ExportedTask): string {
  const day = due_on === null ? '' : `${due_on}${due_time === null ? '' : ` ${due_time.slice(0, 5)}`}`;
  if (rrule === null) return day;
  return day === '' ? describeRecurrence(rrule) : `${describeRecurrence(rrule)} starting ${day}`;
}

function draftFrom(cell: (name: string) => string, clues: ParseClues): { readonly draft: TaskDraft; readonly doubts: readonly string[] } {
  const { title, tags } = splitLabels(cell('CONTENT'));
  const priority = Number(cell('PRIORITY'));
  const amount = Number(cell('DURATION'));
  const { doubts, ...date } = readDate(cell('DATE').trim(), clues);
  const draft: TaskDraft = {
    ...draftOf(title),
    ...date,
    notes: cell('DESCRIPTION'),
    tags,
    priority: [1, 2, 3].includes(priority) ? priority : 0,
    estimate_min: amount > 0 ? Math.round(amount * (/^day/i.test(cell('DURATION_UNIT')) ? 1440 : 1)) : null,
  };
  return { draft, doubts };
}

type ReadDate = Pick<TaskDraft, 'rrule' | 'due_on' | 'due_time'> & { readonly doubts: readonly string[] };

function readDate(given: string, { now, findDate }: ParseClues): ReadDate {
  // “every!” counts from when the task was done, which no rule of ours says.
  const words = given.replace(/\bevery!/i, 'every');
  const ruled = /^(FREQ=\S+)/.exec(words)?.[1];
  const found = ruled === undefined ? findRecurrence(words) : undefined;
  const rule = ruled !== undefined && isRule(ruled) ? ruled : found?.rule;
  const end = ruled?.length ?? found?.end ?? 0;
  const rest = rule === undefined ? words : `${words.slice(0, found?.start ?? 0)} ${words.slice(end)}`.replace(/\bstarting\b/i, '').trim();
  const exact = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?)?$/.exec(rest);
  const date = exact === null ? (rest === '' ? undefined : findDate(rest, now)) : { day: exact[1] ?? '', time: exact[2] };
  const doubts = [
    ...(words === given ? [] : ['“every!” counts from the day it was done: here it repeats from its own day.']),
    ...(rest !== '' && date === undefined ? [`Of its date “${rest}” cannot be read.`] : []),
  ];
  return { rrule: rule ?? null, due_on: date?.day ?? null, due_time: date?.time === undefined ? null : `${date.time}:00`, doubts };
}

function escapeAt(title: string): string {
  return title.replace(/(^|\s)(\\*@)/g, '$1\\$2');
}

function splitLabels(content: string): { readonly title: string; readonly tags: readonly string[] & string[] } {
  const tags: string[] = [];
  const title = content
    .replace(/(?:^|\s)@(\S+)/g, (_, tag: string) => {
      if (!tags.includes(tag)) tags.push(tag);
      return '';
    })
    .replace(/(^|\s)\\(\\*@)/g, '$1$2')
    .trim();
  return { title, tags };
}
