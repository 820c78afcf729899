import { fail, type Result, succeed } from '@castellan/foundation/result';
import { liveTools } from '../../../../tools/live-registry.ts';
import type { DueItem } from '../../../../tools/tool-live.ts';
import { notes } from '../../domains/notes/note.ts';
import { notesCollection } from '../../domains/notes/notes.collection.ts';
import { dayLabel, dayOf } from '../../domains/tasks/day.ts';
import { loadFindDate } from '../../domains/tasks/find-date.ts';
import { compareTasks, isOpen, type Task, tasks } from '../../domains/tasks/task.ts';
import { suggestion } from '../../domains/terminal/closest-name.ts';
import type { Answer, Command, CommandFailure } from '../../domains/terminal/command.ts';
import { type Field, lineTable, makeTable, type Table } from '../../domains/terminal/table.ts';
import type { AskFirst, Wisher } from './asking.ts';
import { readWhen } from './due-when.ts';
import { finishable } from './fit-titles.ts';
import { readLive, readRows } from './read-feed.ts';
import { sealedKindOf } from './sealed-grants.ts';

type Answered = Result<Answer, CommandFailure>;

const taskFields: readonly Field[] = [
  { name: 'title', kind: 'text' },
  { name: 'due', kind: 'text' },
  { name: 'time', kind: 'text' },
  { name: 'priority', kind: 'number' },
  { name: 'minutes', kind: 'number' },
  { name: 'project', kind: 'text' },
  { name: 'tags', kind: 'list' },
  { name: 'link', kind: 'link' },
];

const noteFields: readonly Field[] = [
  { name: 'title', kind: 'text' },
  { name: 'text', kind: 'text' },
  { name: 'tags', kind: 'list' },
];

const noteKind = sealedKindOf(notesCollection);

const wrong = (message: string): Answered => fail({ code: 'bad_argument', message });

/** Tasks as records; `linkOf` says where each is seen. */
function taskTable(rows: readonly Task[], linkOf: (id: string) => string | undefined): Table {
  const records = rows.map(({ id, title, due_on, due_time, priority, estimate_min, project, tags }) => ({
    title,
    due: due_on ?? undefined,
    time: due_time?.slice(0, 5),
    priority: priority || undefined,
    minutes: estimate_min ?? undefined,
    project: project ?? undefined,
    tags: tags.length === 0 ? undefined : tags,
    link: linkOf(id),
  }));
  return makeTable(taskFields, records);
}

/** The owner's open tasks that are wanted, as records, in the order of lists. */
export async function readTasks(isWanted: (task: Task) => boolean = () => true): Promise<Result<Table, CommandFailure>> {
  const rows = await readRows(tasks, 'Your tasks');
  if (!rows.ok) return rows;
  const linkOf = await readLinks();
  return succeed(taskTable(rows.value.filter((task) => isOpen(task) && isWanted(task)).toSorted(compareTasks), linkOf));
}

/** The owner's notes, as records, the newest first. They are sealed: the vault must be open. */
export async function readNotes(): Promise<Result<Table, CommandFailure>> {
  const rows = await readRows(notes, 'Your notes');
  if (!rows.ok) return rows;
  const newest = rows.value.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return succeed(
    makeTable(
      noteFields,
      newest.map(({ title, body, tags }) => ({ title: title || undefined, text: body, tags })),
    ),
  );
}

type OwnerCommandOptions = { readonly ask: AskFirst; readonly by: Wisher; readonly now: () => Date };

const reads = { effect: 'reads', place: 'source', topic: 'Records', usage: '' } as const;

/** What the tools say of the owner's records, and what changes them: each change is shown and asked first. */
export function ownerCommands(options: OwnerCommandOptions): readonly Command[] {
  return [
    {
      ...reads,
      name: 'tasks',
      summary: 'your open tasks',
      examples: ['tasks | where priority = 1', 'tasks | where due <= 2026-12-31 | sort due'],
      run: async () => {
        const open = await readTasks();
        return open.ok ? succeed({ table: open.value }) : open;
      },
    },
    dueCommand(options),
    {
      ...reads,
      name: 'notes',
      summary: 'your notes, while the vault is open',
      details: [`Notes are sealed. None leaves for a model unless you say: grant ${noteKind}.`],
      run: async () => {
        const kept = await readNotes();
        return kept.ok ? succeed({ table: kept.value, sealed: [noteKind] }) : kept;
      },
    },
    addCommand(options),
    doneCommand(options),
  ];
}

function dueCommand({ now }: OwnerCommandOptions): Command {
  return {
    ...reads,
    name: 'due',
    summary: 'what is due today, on a day, or in a week',
    usage: '[WHEN]',
    details: ['WHEN is today, tomorrow, friday, 3 december, this week, next week, this month, next month or overdue.'],
    examples: ['due', 'due next week'],
    offer: () => ['today', 'tomorrow', 'overdue', 'this week', 'next week'],
    run: async ({ args }) => {
      const span = readWhen(args.join(' '), now(), await loadFindDate());
      if (span === undefined) return wrong(`“${args.join(' ')}” names no day. For example: due friday`);
      const within = await readTasks(
        ({ due_on: day }) => day !== null && day <= span.until && (span.from === undefined || day >= span.from),
      );
      if (!within.ok) return within;
      return succeed({ table: within.value.rows.length === 0 ? lineTable([`Nothing is due: ${span.title}.`]) : within.value });
    },
  };
}

function addCommand({ ask, by }: OwnerCommandOptions): Command {
  const captures = Object.values(liveTools).flatMap(({ capture }) => (capture === undefined ? [] : [capture]));
  const nouns = captures.map(({ noun }) => noun);
  return {
    ...reads,
    name: 'add',
    effect: 'acts',
    summary: 'add a record in one line; it is shown first',
    usage: `${nouns.join('|').toUpperCase()} LINE`,
    examples: ['add task call bank friday p1'],
    offer: () => nouns,
    run: async ({ args: [noun = '', ...words] }) => {
      const capture = captures.find((one) => one.noun === noun.toLowerCase());
      if (capture === undefined) return wrong(`add needs one of ${nouns.join(', ')}${suggestion(noun, nouns)}`);
      const { read, keep } = (await capture.supply()).default();
      const line = words.join(' ');
      // The first look comes before what reads dates is there.
      await loadFindDate();
      await Promise.resolve();
      const draft = read(line);
      if (draft === undefined) return wrong(`add ${noun} needs its words. For example: add task call bank friday p1`);
      const isWanted = await ask(
        {
          title: `Add a ${capture.noun}`,
          changes: [{ field: 'title', to: draft.title }, ...draft.facts.map((fact) => ({ field: 'with', to: fact }))],
        },
        by,
      );
      if (!isWanted) return succeed({ table: lineTable(['Nothing was added.']) });
      const kept = await keep(line);
      if (!kept) return fail({ code: 'not_available', message: 'this browser could not keep it, so nothing was added' });
      // What reads a sealed record knows others of its kind, such as an account's name: a model is told none of it.
      if (by === 'model' && capture.of.sealed) return succeed({ table: lineTable([`Added to ${capture.of.title}.`]) });
      return succeed({ table: lineTable([`Added: ${[draft.title, ...draft.facts].join(' · ')}`]) });
    },
  };
}

function doneCommand({ ask, by, now }: OwnerCommandOptions): Command {
  return {
    ...reads,
    name: 'done',
    effect: 'acts',
    summary: 'finish something that is due; it is shown first',
    usage: 'WORDS',
    examples: ['done call bank'],
    run: async ({ args }) => {
      const fits = finishable(args.join(' '), await readDue());
      const [item] = fits;
      if (args.length === 0) return wrong('done needs words of a title. For example: done call bank');
      if (item === undefined) return wrong(`nothing due matches “${args.join(' ')}”; type due`);
      if (fits.length > 1)
        return wrong(
          `several match: ${fits
            .slice(0, 5)
            .map(({ title }) => `“${title}”`)
            .join(', ')}. Be more specific`,
        );
      const isWanted = await ask(
        { title: item.title, changes: [{ field: 'status', from: `due ${dayLabel(item.day, dayOf(now()))}`, to: 'done' }] },
        by,
      );
      if (!isWanted) return succeed({ table: lineTable(['Nothing was changed.']) });
      const finished = await item.finish();
      if (finished === undefined) return fail({ code: 'not_available', message: 'this browser could not keep it, so nothing was changed' });
      return succeed({ table: lineTable([`Done: ${item.title}`]) });
    },
  };
}

/** Where records are seen: the tools that keep them say so. */
async function readLinks(): Promise<(id: string) => string | undefined> {
  const suppliers = Object.values(liveTools).flatMap(({ records }) => (records === undefined ? [] : [records]));
  const all = await Promise.all(suppliers.map(async (supply) => readLive((await supply()).default())));
  const links = new Map(all.flatMap((records) => (records ?? []).map(({ id, to }) => [id, to] as const)));
  return (id) => links.get(id);
}

async function readDue(): Promise<readonly DueItem[]> {
  const suppliers = Object.values(liveTools).flatMap(({ due }) => (due === undefined ? [] : [due]));
  const all = await Promise.all(suppliers.map(async (supply) => readLive((await supply()).default())));
  return all.flatMap((items) => items ?? []);
}
