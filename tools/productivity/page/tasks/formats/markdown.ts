import { escapeMarkdown, unescapeMarkdown } from '@castellan/exports/markdown';
import { draftOf, type TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';
import { createCollector, type ExportedTask, nameInFile, type TaskFormat, withDepth } from './task-format.ts';

/**
 * Markdown task lists (GFM §5.3): `- [ ]`, `- [x]`, and `[/]` doing and `[-]` cancelled as note programs write them. What else
 * there is stands behind the title as `#tag` and `[name:: value]` fields, notes as indented lines beneath, and steps as indented
 * items beneath those.
 */
export const markdown: TaskFormat = {
  id: 'markdown',
  label: 'Markdown task list',
  extension: 'md',
  mediaType: 'text/markdown',
  loses: [],
  recognises: (text) => /^[ \t]*[-*+] \[[ xX/-]\] /m.test(text),
  parse: (text) => {
    const collector = createCollector();
    let open: OpenItem | undefined;
    // Items that the next one may lie beneath, the outermost first; one without a name is no task.
    let above: { readonly indent: number; readonly name: string | undefined }[] = [];
    const close = () => {
      if (open === undefined) return;
      const { line, words, draft, indent, notes, externalId, partOf } = open;
      while (notes.at(-1) === '') notes.pop();
      const name = collector.take(line, words, { ...draft, notes: notes.map(unescapeLine).join('\n') }, { externalId, partOf });
      above.push({ indent, name });
      open = undefined;
    };
    const leaveTo = (indent: number) => {
      close();
      above = above.filter((item) => item.indent < indent);
    };
    for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
      const item = /^(\s*)[-*+] \[([ xX/-])\](?: (.*))?$/.exec(line);
      if (item !== null) {
        const [, lead = '', mark = ' ', words = ''] = item;
        leaveTo(lead.length);
        open = { line: index + 1, words, ...itemFrom(words, mark), indent: lead.length, notes: [], partOf: above.at(-1)?.name };
      } else if (open !== undefined && (line.trim() === '' || line.startsWith(' '.repeat(open.indent + 2))))
        open.notes.push(line.slice(open.indent + 2));
      else if (line.trim() !== '') {
        const plain = /^(\s*)[-*+] \S/.exec(line);
        leaveTo(plain?.[1]?.length ?? 0);
        if (plain === null) continue;
        above.push({ indent: plain[1]?.length ?? 0, name: undefined });
        collector.reject(index + 1, line, 'The item has no box to tick.');
      }
    }
    close();
    return collector.done();
  },
  format: (tasks) => withDepth(tasks).map(itemOf).join(''),
};

/** A task whose notes may go on with the next line. */
type OpenItem = ReadItem & {
  readonly line: number;
  readonly words: string;
  readonly indent: number;
  readonly notes: string[];
  readonly partOf: string | undefined;
};

/** What stands in an item's own line. */
type ReadItem = { readonly draft: TaskDraft; readonly externalId: string | undefined };

const marks = { todo: ' ', doing: '/', done: 'x', cancelled: '-' } as const;
const fieldNames = ['due', 'time', 'priority', 'estimate', 'project', 'repeat', 'completion', 'tag', 'id'] as const;

function itemOf({ task, depth }: { readonly task: ExportedTask; readonly depth: number }): string {
  const lead = '  '.repeat(depth);
  const simple = task.tags.filter((tag) => isSimpleTag(tag));
  const field = (name: (typeof fieldNames)[number], value: string | number | null) =>
    value === null || value === 0 ? [] : [`[${name}:: ${escapeMarkdown(String(value))}]`];
  const words = [
    escapeMarkdown(task.title),
    ...simple.map((tag) => `#${tag}`),
    ...task.tags.filter((tag) => !isSimpleTag(tag)).flatMap((tag) => field('tag', tag)),
    ...field('due', task.due_on),
    ...field('time', task.due_time),
    ...field('priority', task.priority),
    ...field('estimate', task.estimate_min),
    ...field('project', task.project),
    ...field('repeat', task.rrule),
    ...field('completion', task.completed_at),
    ...field('id', nameInFile(task, 'markdown') ?? null),
  ];
  const notes = task.notes === '' ? [] : task.notes.split(/\r\n|[\r\n]/).map((line) => `${lead}  ${escapeLine(line)}`);
  return `${[`${lead}- [${marks[task.status]}] ${words.join(' ')}`, ...notes].join('\n')}\n`;
}

function itemFrom(words: string, mark: string): ReadItem {
  const fields = new Map<string, string>();
  const tags: string[] = [];
  const title = words
    // One that is not closed is taken to its end as well, so that its end is not looked for again from each field in it.
    .replace(/(?<!\\)\[([a-z]+):: ((?:\\.|[^\]\\])*)(\]?)/g, (all, name: string, value: string, end: string) => {
      if (end === '' || !fieldNames.some((known) => known === name)) return all;
      const plain = unescapeMarkdown(value);
      if (name === 'tag') tags.push(plain);
      else fields.set(name, plain);
      return '';
    })
    .replace(/(^|\s)#([\p{L}\p{N}_/-]+)(?=\s|$)/gu, (all, lead: string, tag: string) => {
      if (!isSimpleTag(tag)) return all;
      tags.push(tag);
      return lead;
    })
    .replace(/\s+/g, ' ')
    .trim();
  const number = (name: string) => Number(fields.get(name) ?? 0);
  const status = Object.entries(marks).find(([, one]) => one === mark.toLowerCase())?.[0];
  const time = fields.get('time');
  const draft: TaskDraft = {
    ...draftOf(unescapeMarkdown(title)),
    status: status === 'doing' || status === 'done' || status === 'cancelled' ? status : 'todo',
    priority: [1, 2, 3, 4].includes(number('priority')) ? number('priority') : 0,
    due_on: fields.get('due') ?? null,
    due_time: time === undefined ? null : time.length === 5 ? `${time}:00` : time,
    estimate_min: Math.round(number('estimate')) || null,
    project: fields.get('project') ?? null,
    rrule: fields.get('repeat') ?? null,
    tags: [...new Set(tags)],
    completed_at: fields.get('completion') ?? null,
  };
  return { draft, externalId: fields.get('id')?.slice(0, 300) || undefined };
}

function isSimpleTag(tag: string): boolean {
  return /^(?=[\p{N}_/-]*\p{L})[\p{L}\p{N}_/-]+$/u.test(tag);
}

/** A line of notes without marks of Markdown. One that is empty or begins with a space keeps its place by a backslash. */
function escapeLine(line: string): string {
  return `${line === '' || /^\s/.test(line) ? '\\' : ''}${escapeMarkdown(line)}`;
}

function unescapeLine(line: string): string {
  return unescapeMarkdown(line.replace(/^\\(?=\s|$)/, ''));
}
