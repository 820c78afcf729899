import type { FindDate } from './quick-add.ts';

/** Loads what finds English dates in words (days before months, as in 3/4 for 3 April). */
export async function loadFindDate(): Promise<FindDate> {
  const { GB } = await import('chrono-node/en');
  return (text, now) => {
    for (const found of GB.parse(text, now, { forwardDate: true })) {
      const { start } = found;
      const saysDay = start.isCertain('day') || start.isCertain('weekday');
      const saysTime = start.isCertain('hour') && /[a-z:]/i.test(found.text.replace(/\bto\b/i, ''));
      // "September" alone is no day, "3 to 4" no time, and everybody says "now".
      if (!(saysDay || saysTime) || /^(?:now|right now)$/i.test(found.text)) continue;
      const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
      if (year === null || month === null || day === null) continue;
      const lead = /\b(?:on|by|due|at|this coming)\s+$/i.exec(text.slice(0, found.index));
      const begin = found.index - (lead?.[0].length ?? 0);
      return {
        day: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
        time: saysTime ? `${two(start.get('hour') ?? 0)}:${two(start.get('minute') ?? 0)}` : undefined,
        start: begin,
        end: begin + (lead?.[0].length ?? 0) + found.text.length,
      };
    }
    return undefined;
  };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
