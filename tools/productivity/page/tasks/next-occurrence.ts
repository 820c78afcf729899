import type { Day } from '../../../../web/app/domains/tasks/day.ts';

/** What comes after a day of a repeating task; `rule` is what is left of the rule, where it counts its occurrences. */
export type NextOccurrence = { readonly day: Day; readonly rule: string };

/**
 * The first occurrence after `due` that is not before `today`, of a rule that begins on `due` (RFC 5545 §3.3.10, whole days);
 * `undefined` where the rule is at its end or cannot be read.
 */
export async function nextOccurrence(rule: string, due: Day, today: Day): Promise<NextOccurrence | undefined> {
  const { RRule } = await loadRules();
  try {
    const repeats = new RRule({ ...RRule.parseString(wholeDays(rule)), dtstart: atNoon(due) });
    // The library counts the beginning as an occurrence only where the rule says so; ours is the one that is done.
    let skipped = 1;
    let next = repeats.after(atNoon(due));
    while (next !== null && dayOfUtc(next) < today) {
      skipped += 1;
      next = repeats.after(next);
    }
    if (next === null) return undefined;
    return {
      day: dayOfUtc(next),
      rule: rule.replace(/COUNT=(\d+)/, (_, count: string) => `COUNT=${Math.max(1, Number(count) - skipped)}`),
    };
  } catch {
    return undefined;
  }
}

/** The first day, from `today` on, that a rule falls on. */
export async function firstOccurrence(rule: string, today: Day): Promise<Day | undefined> {
  const { RRule } = await loadRules();
  try {
    const first = new RRule({ ...RRule.parseString(wholeDays(rule)), dtstart: atNoon(today) }).after(atNoon(today), true);
    return first === null ? undefined : dayOfUtc(first);
  } catch {
    return undefined;
  }
}

type Rules = Pick<typeof import('rrule'), 'RRule'>;

/** Loaded when first needed. A bundler gives the names themselves, Node gives them inside `default`. */
async function loadRules(): Promise<Rules> {
  const module: Partial<Rules> & { readonly default?: unknown } = await import('rrule');
  return module.RRule === undefined ? (module.default as Rules) : { RRule: module.RRule };
}

/** A last day that is a date counts whole (§3.3.10); the library would take its first moment. */
function wholeDays(rule: string): string {
  return rule.replace(/UNTIL=(\d{8})(?!\d|T)/, 'UNTIL=$1T235959Z');
}

function atNoon(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}

function dayOfUtc(at: Date): Day {
  return at.toISOString().slice(0, 10);
}
