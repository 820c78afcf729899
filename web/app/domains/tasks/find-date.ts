import type { FindDate, FoundDate } from './quick-add.ts';

/** Loads what finds English dates in words (days before months, as in 3/4 for 3 April). */
export async function loadFindDate(): Promise<FindDate> {
  const { GB } = await import('chrono-node/en');
  const read = (text: string, now: Date): readonly FoundDate[] =>
    GB.parse(text, now, { forwardDate: true }).flatMap((found) => {
      const { start } = found;
      const saysDay = start.isCertain('day') || start.isCertain('weekday');
      const saysTime = start.isCertain('hour') && /[a-z:]/i.test(found.text.replace(/\bto\b/i, ''));
      // "September" alone is no day, "3 to 4" no time, "0m" nothing to wait for, and everybody says "now".
      if (!(saysDay || saysTime) || /^(?:now|right now|(?:in\s+)?0+\s*[a-z]*)$/i.test(found.text)) return [];
      const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
      if (year === null || month === null || day === null) return [];
      const lead = /\b(?:on|by|due|at|this coming)\s+$/i.exec(text.slice(0, found.index));
      const begin = found.index - (lead?.[0].length ?? 0);
      return [
        {
          day: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
          time: saysTime ? `${two(start.get('hour') ?? 0)}:${two(start.get('minute') ?? 0)}` : undefined,
          saysDay: saysDay || /\b(?:in|after)\b/i.test(found.text),
          start: begin,
          end: begin + (lead?.[0].length ?? 0) + found.text.length,
        },
      ];
    });
  return (text, now) => {
    const all = read(text, now);
    const [first] = all;
    // "Today thing today": what is said twice is title where it stands first.
    return all.findLast(({ day, time }) => day === first?.day && time === first.time) ?? first;
  };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
