import { draftOf, type TaskDraft } from '../task.ts';
import { createCollector, type ExportedTask, type TaskFormat } from './task-format.ts';

/**
 * Markdown task lists (GFM §5.3): `- [ ]`, `- [x]`, and `[/]` doing and `[-]` cancelled as note programs write them. What else
 * there is stands behind the title as `#tag` and `[name:: value]` fields, notes as indented lines beneath.
 */
export const markdown: TaskFormat = {
  id: 'markdown',
  label: 'Markdown task list',
  extension: 'md',
  mediaType: 'text/markdown',
  loses: [],
  recognises: (text) => /^\s*[-*+] \[[ xX/-]\] /m.test(text),
  parse: (text) => {
    const collector = createCollector();
    let open:
      | { readonly line: number; readonly words: string; readonly draft: TaskDraft; readonly indent: number; readonly notes: string[] }
      | undefined;
    const close = () => {
      if (open === undefined) return;
      const { line, words, draft, notes } = open;
      while (notes.at(-1) === '') notes.pop();
      collector.take(line, words, { ...draft, notes: notes.map(unescapeLine).join('\n') });
      open = undefined;
    };
    for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
      const item = /^(\s*)[-*+] \[([ xX/-])\](?: (.*))?$/.exec(line);
      if (item !== null) {
        close();
        const [, indent = '', mark = ' ', words = ''] = item;
        open = { line: index + 1, words, draft: draftFrom(words, mark), indent: indent.length + 2, notes: [] };
      } else if (open !== undefined && (line.trim() === '' || line.startsWith(' '.repeat(open.indent))))
        open.notes.push(line.slice(open.indent));
      else {
        close();
        if (/^\s*[-*+] \S/.test(line)) collector.reject(index + 1, line, 'The item has no box to tick.');
      }
    }
    close();
    return collector.done();
  },
  format: (tasks) => tasks.map(itemOf).join(''),
};

const marks = { todo: ' ', doing: '/', done: 'x', cancelled: '-' } as const;
const fieldNames = ['due', 'time', 'priority', 'estimate', 'project', 'repeat', 'completion', 'tag'] as const;

function itemOf(task: ExportedTask): string {
  const simple = task.tags.filter((tag) => isSimpleTag(tag));
  const field = (name: (typeof fieldNames)[number], value: string | number | null) =>
    value === null || value === 0 ? [] : [`[${name}:: ${String(value).replace(/[\\\]]/g, '\\$&')}]`];
  const words = [
    escapeTitle(task.title),
    ...simple.map((tag) => `#${tag}`),
    ...task.tags.filter((tag) => !isSimpleTag(tag)).flatMap((tag) => field('tag', tag)),
    ...field('due', task.due_on),
    ...field('time', task.due_time),
    ...field('priority', task.priority),
    ...field('estimate', task.estimate_min),
    ...field('project', task.project),
    ...field('repeat', task.rrule),
    ...field('completion', task.completed_at),
  ];
  const notes = task.notes === '' ? [] : task.notes.split('\n').map((line) => `  ${escapeLine(line)}`);
  return `${[`- [${marks[task.status]}] ${words.join(' ')}`, ...notes].join('\n')}\n`;
}

function draftFrom(words: string, mark: string): TaskDraft {
  const fields = new Map<string, string>();
  const tags: string[] = [];
  const title = words
    .replace(/(?<!\\)\[([a-z]+):: ((?:\\.|[^\]\\])*)\]/g, (all, name: string, value: string) => {
      if (!fieldNames.some((known) => known === name)) return all;
      const plain = value.replace(/\\([\\\]])/g, '$1');
      if (name === 'tag') tags.push(plain);
      else fields.set(name, plain);
      return '';
    })
    .replace(/(^|\s)#([\p{L}\p{N}_/-]+)(?=\s|$)/gu, (all, lead: string, tag: string) => {
      if (!isSimpleTag(tag)) return all;
      tags.push(tag);
      return lead;
    })
    .replace(/\\([\\#[])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const number = (name: string) => Number(fields.get(name) ?? 0);
  const status = Object.entries(marks).find(([, one]) => one === mark.toLowerCase())?.[0];
  const time = fields.get('time');
  return {
    ...draftOf(title),
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
}

function isSimpleTag(tag: string): boolean {
  return /^(?=[\p{N}_/-]*\p{L})[\p{L}\p{N}_/-]+$/u.test(tag);
}

/** What would be read as a tag, a field or an escape is told apart by a backslash. */
function escapeTitle(title: string): string {
  return title.replace(/\\(?=[\\#[])|[#[]/g, '\\$&');
}

/** A line of notes that looks like an item, is empty or begins with a backslash keeps its place by one. */
function escapeLine(line: string): string {
  return line === '' || /^\s*(?:[-*+] |\\)/.test(line) || /^\s/.test(line) ? `\\${line}` : line;
}

function unescapeLine(line: string): string {
  return line.startsWith('\\') ? line.slice(1) : line;
}
