import { draftOf } from '../../../../web/app/domains/tasks/task.ts';
import { type LegacySource, legacyKey } from '../legacy-records.ts';

const priorities: Readonly<Record<string, number>> = { urgent: 1, highest: 1, high: 1, medium: 2, normal: 3, low: 4, lowest: 4 };
// Characters that a line of text may not hold: the table refuses them (spec §3 knows a task's completed flag alone).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be taken out.
const unlined = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]+/g;
const oneLine = (text: string, most: number) => text.replace(unlined, ' ').replace(/ {2,}/g, ' ').trim().slice(0, most);

/** Tasks that a legacy product left in this browser. */
export const legacyTasks: LegacySource = {
  stored: legacyKey('dashboard_tasks'),
  read: (entry) => {
    const whole = entry.text('title', 'text', 'name', 'task', 'content');
    const title = oneLine(whole, 500);
    if (title === '') return 'It has no title.';
    const priority = entry.text('priority').toLowerCase();
    const completed = entry.flag('completed', 'done', 'isCompleted');
    const due = entry.moment('dueDate', 'due_date', 'due', 'deadline', 'date');
    const rest = whole.length > title.length ? whole : '';
    return {
      ...draftOf(title),
      notes: [entry.text('notes', 'description', 'details'), rest]
        .filter((part) => part !== '')
        .join('\n\n')
        .slice(0, 20_000),
      status: completed ? 'done' : 'todo',
      completed_at: completed
        ? (entry.moment('completedAt', 'completed_at', 'updatedAt', 'updated_at', 'createdAt', 'created_at') ?? null)
        : null,
      priority: /^[1-4]$/.test(priority) ? Number(priority) : (priorities[priority] ?? 0),
      due_on: dayIn(entry.text('dueDate', 'due_date', 'due', 'deadline', 'date')) ?? due?.slice(0, 10) ?? null,
      project: oneLine(entry.text('project', 'category', 'list'), 120) || null,
      tags: [...new Set(entry.list('tags', 'labels').map((tag) => oneLine(tag, 40)))].slice(0, 50),
    };
  },
};

/** A day that was written as one: no time zone can have moved it. */
function dayIn(text: string): string | undefined {
  const [day] = /^(?:19[7-9]|2[01])\d{1,2}-\d\d-\d\d/.exec(text) ?? [];
  return day !== undefined && Number.isFinite(Date.parse(day)) ? day : undefined;
}
