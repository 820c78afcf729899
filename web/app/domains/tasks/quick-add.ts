import { dayLabel, dayOf } from './day.ts';
import { describeRecurrence, type FoundRule, findRecurrence, untilDay } from './recurrence.ts';
import { draftOf, type TaskDraft } from './task.ts';

/** Something that was recognised in the line, shown as a chip. */
export type Chip = {
  readonly kind: 'priority' | 'project' | 'tag' | 'estimate' | 'repeat' | 'due';
  /** The words as typed; a chip that is taken away names them to `parseQuickAdd`, and they stay in the title. */
  readonly words: string;
  readonly label: string;
};

/** A line read as a task. */
export type QuickAdd = { readonly draft: TaskDraft; readonly chips: readonly Chip[] };

/** A date in words, found by a library that is handed in. `time` only where the words say one; `saysDay`: they say a day too. */
export type FoundDate = {
  readonly day: string;
  readonly time: string | undefined;
  readonly saysDay: boolean;
  readonly start: number;
  readonly end: number;
};

/** Finds the first date in a text. */
export type FindDate = (text: string, now: Date) => FoundDate | undefined;

/** Takes the place of words that nothing may be read into. */
const shield = '\u00b7';

type Reading = { readonly chip: Chip; readonly part: Partial<TaskDraft>; readonly start: number; readonly end: number };

/**
 * Reads one line: `p1` to `p4`, `+project` or `+"two words"`, `#tag`, an estimate such as `30m` or `1h30`, a repetition such
 * as "every monday", a date and time in words. What stands in quotes is title and nothing else, and so are the words of
 * `plain`, which the owner took back.
 */
export function parseQuickAdd(line: string, now: Date, findDate: FindDate, plain: readonly string[] = []): QuickAdd {
  let view = line.replace(/"[^"]*"/g, (quoted, at: number) => (line[at - 1] === '+' ? quoted : shield.repeat(quoted.length)));
  const taken = new Set<number>();
  let draft: TaskDraft = draftOf('');
  const chips: Chip[] = [];
  const cover = (start: number, end: number, filler: string) => {
    view = view.slice(0, start) + filler.repeat(end - start) + view.slice(end);
  };
  for (const read of readings) {
    for (let rounds = 0; rounds < 60; rounds += 1) {
      const found = read(view, now, findDate, draft);
      if (found === undefined) break;
      const { chip, part, start, end } = found;
      if (plain.includes(chip.words)) {
        cover(start, end, shield);
        continue;
      }
      draft = { ...draft, ...part };
      chips.push(chip);
      for (let at = start; at < end; at += 1) taken.add(at);
      // What stands on both sides of a repetition is not one date.
      cover(start, end, chip.kind === 'repeat' ? shield : ' ');
    }
  }
  const title = line
    .split('')
    .filter((_, at) => !taken.has(at))
    .join('')
    .replace(/"([^"]*)"/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return { draft: { ...draft, title }, chips };
}

type Read = (view: string, now: Date, findDate: FindDate, draft: TaskDraft) => Reading | undefined;

const readings: readonly Read[] = [
  (view) =>
    reading(view, /(?<![^\s])[pP]([1-4])(?![^\s])/, 'priority', ([, level = '0']) => ({
      label: `P${level}`,
      part: { priority: Number(level) },
    })),
  (view) =>
    reading(view, /(?<![^\s])\+(?:"([^"]+)"|(\p{L}[\p{L}\p{N}_/-]*))(?![^\s])/u, 'project', ([, quoted, word]) => ({
      label: quoted ?? word ?? '',
      part: { project: (quoted ?? word ?? '').trim() || null },
    })),
  (view, _now, _findDate, draft) =>
    // A number alone is no tag: "#134" is an issue's name.
    reading(view, /(?<![^\s])#((?=[\p{N}_/-]*\p{L})[\p{L}\p{N}_/-]+)(?![^\s])/u, 'tag', ([, tag = '']) => ({
      label: tag,
      part: { tags: [...new Set([...draft.tags, tag])] },
    })),
  (view, now, findDate, draft) =>
    draft.rrule !== null
      ? undefined
      : ((found) =>
          found && {
            chip: { kind: 'repeat', words: view.slice(found.start, found.end), label: describeRecurrence(found.rule) },
            part: { rrule: found.rule },
            start: found.start,
            end: found.end,
          })(findRepetition(view, now, findDate)),
  (view, _now, _findDate, draft) =>
    draft.estimate_min !== null
      ? undefined
      : // "in 30m" and "every 2 h" are about when, not about how long.
        reading(
          view,
          /(?<![^\s])(?<!\b(?:in|at|every|after)\s)(?:for )?(?:(\d{1,3}(?:\.\d+)?)\s?h(?:ours?|rs?)?(?:\s?(\d{1,2})(?:\s?m(?:in(?:utes?)?)?)?)?|(\d{1,4})\s?m(?:in(?:ute)?s?)?)(?![^\s])/i,
          'estimate',
          ([, hours, andMinutes, minutes]) => {
            const total = Math.round(hours === undefined ? Number(minutes) : Number(hours) * 60 + Number(andMinutes ?? 0));
            return total < 1 || total > 44_640 ? undefined : { label: durationLabel(total), part: { estimate_min: total } };
          },
        ),
  (view, now, findDate, draft) => {
    const found = draft.due_on === null ? findDate(view, now) : undefined;
    if (found === undefined) return undefined;
    // A time of something that repeats is none of today: the rule says on which day it begins.
    const isTimeOnly = draft.rrule !== null && !found.saysDay;
    const label = isTimeOnly ? '' : dayLabel(found.day, dayOf(now));
    return {
      chip: { kind: 'due', words: view.slice(found.start, found.end), label: `${label} ${found.time ?? ''}`.trim() },
      part: { due_on: found.day, due_time: found.time === undefined ? null : `${found.time}:00` },
      start: found.start,
      end: found.end,
    };
  },
];

/** A repetition, with its last day where that is said in words: "every day until friday". */
function findRepetition(view: string, now: Date, findDate: FindDate): FoundRule | undefined {
  const found = findRecurrence(view);
  const until = found === undefined ? null : /^\s+(?:until|till?)\s+/i.exec(view.slice(found.end));
  if (found === undefined || until === null || found.rule.includes('UNTIL')) return found;
  const from = found.end + until[0].length;
  const last = findDate(view.slice(from), now);
  return last?.start === 0 && last.saysDay ? { ...found, rule: untilDay(found.rule, last.day), end: from + last.end } : found;
}

function reading(
  view: string,
  pattern: RegExp,
  kind: Chip['kind'],
  read: (found: RegExpExecArray) => { readonly label: string; readonly part: Partial<TaskDraft> } | undefined,
): Reading | undefined {
  const found = pattern.exec(view);
  const meaning = found === null ? undefined : read(found);
  if (found === null || meaning === undefined) return undefined;
  const [words] = found;
  return { chip: { kind, words, label: meaning.label }, part: meaning.part, start: found.index, end: found.index + words.length };
}

/** Minutes as people say them. */
export function durationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
