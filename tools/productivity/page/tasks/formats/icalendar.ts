import { escapeText, formatCalendar, utcMoment, wholeDay } from '@castellan/foundation/icalendar';
import { draftOf, type TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';
import { createCollector, type ExportedTask, nameInFile, type TaskFormat } from './task-format.ts';
import { onThisClock, wallOf } from './zoned-time.ts';

/** iCalendar files with VTODO components (RFC 5545 §3.6.2); the estimate as RFC 9253's ESTIMATED-DURATION would have it. */
export const icalendar: TaskFormat = {
  id: 'ics',
  label: 'iCalendar tasks',
  extension: 'ics',
  mediaType: 'text/calendar',
  loses: [],
  recognises: (text) => /^\s*BEGIN:VCALENDAR/i.test(text),
  // A calendar ends with its own end (RFC 5545 §3.4).
  endOf: (text) => (/(?:^|[\r\n])END:VCALENDAR[ \t]*$/i.test(text.trimEnd().slice(-40)) ? [] : 'cut'),
  parse: (text) => {
    const collector = createCollector();
    const open: { line: number; fields: Map<string, Property>; depth: number }[] = [];
    for (const { line, text: content } of unfold(text)) {
      const property = readProperty(content);
      const component = open.at(-1);
      if (property === undefined) {
        if (content.trim() !== '') collector.reject(line, content, 'The line is not an iCalendar property.');
      } else if (property.name === 'BEGIN' && property.value.toUpperCase() === 'VTODO') open.push({ line, fields: new Map(), depth: 0 });
      else if (component === undefined) {
        if (property.name === 'BEGIN' && /^V(?:EVENT|JOURNAL)$/i.test(property.value))
          collector.reject(line, content, `A ${property.value.toUpperCase()} is not a task.`);
      } else if (property.name === 'BEGIN') component.depth += 1;
      else if (property.name === 'END' && component.depth > 0) component.depth -= 1;
      else if (property.name === 'END') {
        open.pop();
        takeTask(collector, component.line, component.fields);
      } else if (component.depth === 0) keep(component.fields, property);
    }
    for (const { line } of open) collector.reject(line, 'BEGIN:VTODO', 'The task has no end.');
    return collector.done();
  },
  format: (tasks, now) => formatCalendar('Tasks', componentsOf(tasks, now)),
};

type Property = { readonly name: string; readonly value: string; readonly parameters: string };

const statusNames = { todo: 'NEEDS-ACTION', doing: 'IN-PROCESS', done: 'COMPLETED', cancelled: 'CANCELLED' } as const;
/** RFC 5545 §3.8.1.9: 1 to 4 is high, 5 medium, 6 to 9 low. */
const priorityNumbers = [0, 1, 3, 5, 9] as const;

function componentsOf(tasks: readonly ExportedTask[], now: Date): readonly (readonly string[])[] {
  const names = tasks.map((task, index) => nameInFile(task, 'ics') ?? `task-${index}`);
  const nameOf = new Map(tasks.map(({ id }, index) => [id, names[index]]));
  return tasks.map((task, index) =>
    componentOf(task, names[index] ?? '', task.parent_id == null ? undefined : nameOf.get(task.parent_id), now),
  );
}

function componentOf(task: ExportedTask, name: string, partOf: string | undefined, now: Date): readonly string[] {
  const due = task.due_on === null ? undefined : dateProperty(task.due_on, task.due_time);
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['UID', escapeText(name)],
    ['DTSTAMP', utcMoment(now)],
    ['CREATED', task.created_at === undefined ? undefined : utcMoment(new Date(task.created_at))],
    ['SUMMARY', escapeText(task.title)],
    // §3.8.4.5: without a RELTYPE it names the parent.
    ['RELATED-TO', partOf === undefined ? undefined : escapeText(partOf)],
    ['DESCRIPTION', task.notes === '' ? undefined : escapeText(task.notes)],
    ['STATUS', statusNames[task.status]],
    ['COMPLETED', task.completed_at === null ? undefined : utcMoment(new Date(task.completed_at))],
    ['PRIORITY', task.priority === 0 ? undefined : String(priorityNumbers[task.priority])],
    ['CATEGORIES', task.tags.length === 0 ? undefined : task.tags.map(escapeText).join(',')],
    ['X-CASTELLAN-PROJECT', task.project === null ? undefined : escapeText(task.project)],
    ['ESTIMATED-DURATION', task.estimate_min === null ? undefined : `PT${task.estimate_min}M`],
    ['RRULE', task.rrule ?? undefined],
  ];
  return [
    'BEGIN:VTODO',
    ...lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`])),
    // A rule begins at DTSTART (§3.8.5.3).
    ...(due === undefined ? [] : [...(task.rrule === null ? [] : [`DTSTART${due}`]), `DUE${due}`]),
    'END:VTODO',
  ];
}

/** Takes one VTODO, and says what of it has no place here. */
function takeTask(collector: ReturnType<typeof createCollector>, line: number, fields: ReadonlyMap<string, Property>): void {
  const title = fields.get('SUMMARY')?.value ?? '';
  const due = readDate(fields.get('DUE') ?? fields.get('DTSTART'));
  const related = fields.get('RELATED-TO');
  const kind = /;RELTYPE="?([A-Z0-9-]+)/i.exec(related?.parameters ?? '')?.[1]?.toUpperCase() ?? 'PARENT';
  const partOf = kind === 'PARENT' && related !== undefined ? nameFrom(related.value) : undefined;
  const name = collector.take(line, title, draftFrom(fields, due), { externalId: nameFrom(fields.get('UID')?.value ?? ''), partOf });
  if (name === undefined) return;
  if (due?.doubt !== undefined) collector.leaveOut(line, title, due.doubt);
  if (related !== undefined && partOf === undefined) collector.leaveOut(line, title, `A relation of the kind ${kind} has no place here.`);
}

function nameFrom(value: string): string | undefined {
  return (
    unescapeText(value)
      .replaceAll(/\p{Cc}/gu, '')
      .slice(0, 300) || undefined
  );
}

function draftFrom(fields: ReadonlyMap<string, Property>, due: DueDate | undefined): TaskDraft {
  const text = (name: string) => {
    const value = fields.get(name)?.value;
    return value === undefined ? undefined : unescapeText(value);
  };
  const status = Object.entries(statusNames).find(([, name]) => name === fields.get('STATUS')?.value.toUpperCase())?.[0];
  const completed = readMoment(fields.get('COMPLETED')?.value);
  const priority = Number(fields.get('PRIORITY')?.value ?? 0);
  const known = status === 'doing' || status === 'done' || status === 'cancelled' || status === 'todo' ? status : undefined;
  return {
    ...draftOf(oneLine(text('SUMMARY') ?? '')),
    notes: text('DESCRIPTION') ?? '',
    status: known ?? (completed === undefined ? 'todo' : 'done'),
    priority: priority === 0 || Number.isNaN(priority) ? 0 : priority <= 1 ? 1 : priority <= 4 ? 2 : priority <= 5 ? 3 : 4,
    due_on: due?.day ?? null,
    due_time: due?.time ?? null,
    estimate_min: readMinutes(fields.get('ESTIMATED-DURATION')?.value ?? fields.get('DURATION')?.value),
    rrule: fields.get('RRULE')?.value.toUpperCase() ?? null,
    project: text('X-CASTELLAN-PROJECT') ?? null,
    tags: [...new Set(splitList(fields.get('CATEGORIES')?.value ?? ''))],
    completed_at: known === 'done' || known === undefined ? (completed ?? null) : null,
  };
}

function dateProperty(day: string, time: string | null): string {
  return time === null ? wholeDay(day) : `:${day.replaceAll('-', '')}T${time.replaceAll(':', '')}`;
}

/** A day with or without a time, on this clock. `doubt`: what was not understood of it, in a sentence; then there may be no day. */
type DueDate = { readonly day: string | null; readonly time: string | null; readonly doubt?: string };

/** Date, floating time, UTC time or time of a zone; the last two are told on this clock. */
function readDate(property: Property | undefined): DueDate | undefined {
  if (property === undefined) return undefined;
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(property.value.trim());
  if (found === null) return { day: null, time: null, doubt: `Its date “${property.value}” cannot be read.` };
  const [, year = '', month = '', date = '', hour, minute, second, utc] = found;
  const day = `${year}-${month}-${date}`;
  if (hour === undefined) return { day, time: null };
  const wall = { day, time: `${hour}:${minute}:${second}` };
  const zone = /;TZID="?([^";:,]+)/i.exec(property.parameters)?.[1];
  if (utc !== undefined) return wallOf(new Date(`${wall.day}T${wall.time}Z`));
  if (zone === undefined) return wall;
  return onThisClock(wall, zone) ?? { ...wall, doubt: `The time zone “${zone}” is not known: its time is taken as on this clock.` };
}

function readMoment(value: string | undefined): string | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(value?.trim() ?? '');
  return found === null ? undefined : `${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}:${found[6]}.000Z`;
}

function readMinutes(value: string | undefined): number | null {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(value?.trim() ?? '');
  if (found === null) return null;
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = found;
  return ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes) || null;
}

function keep(fields: Map<string, Property>, property: Property): void {
  const known = fields.get(property.name);
  if (known !== undefined && property.name === 'CATEGORIES')
    fields.set(property.name, { ...property, value: `${known.value},${property.value}` });
  // Of several relations the one to a parent is what a step is made of.
  else if (known === undefined || property.name !== 'RELATED-TO' || /;RELTYPE=/i.test(known.parameters))
    fields.set(property.name, property);
}

function readProperty(line: string): Property | undefined {
  const found = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):([\s\S]*)$/.exec(line);
  return found === null ? undefined : { name: (found[1] ?? '').toUpperCase(), parameters: found[2] ?? '', value: found[3] ?? '' };
}

function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char));
}

function splitList(value: string): readonly string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).map((item) => unescapeText(item).trim()).filter((item) => item !== '');
}

function unfold(text: string): readonly { readonly line: number; readonly text: string }[] {
  const lines: { line: number; text: string }[] = [];
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(content) && last !== undefined) last.text += content.slice(1);
    else lines.push({ line: index + 1, text: content });
  }
  return lines;
}

/** Lines as one, with a space in the place of each line end and the white space around it. */
function oneLine(text: string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  const trimmed = lines.map((line, at) => (at === 0 ? line.trimEnd() : at === last ? line.trimStart() : line.trim()));
  return last === 0 ? text : trimmed.filter((line, at) => line !== '' || at === 0 || at === last).join(' ');
}
