import * as z from 'zod/mini';
import { callDatabase } from '../../../web/app/lib/backend.ts';

const totalSchema = z.object({
  link_id: z.string(),
  visits: z.number(),
  visitors: z.number(),
  bots: z.number(),
  opened: z.number(),
  last_day: z.nullable(z.string()),
});

/** Of one link: visits, visitors (each once a day), bots, openings of its limit, and the last day with a visit. */
export type VisitTotal = z.infer<typeof totalSchema>;

const sumSchema = z.object({ day: z.nullable(z.string()), kind: z.string(), name: z.string(), visits: z.number() });

/** One sum: with a day where it is of visits and visitors, else over all of the days. */
export type VisitSum = z.infer<typeof sumSchema>;

/** The totals of all links that were visited or opened. */
export function readTotals() {
  return callDatabase('short_link_totals', {}, z.readonly(z.array(totalSchema)));
}

/** The sums of one link since a day (UTC). */
export function readSums(link: string, since: string) {
  return callDatabase('short_link_visits', { link, since }, z.readonly(z.array(sumSchema)));
}

/** Days, the last one today, each with its visits and visitors; `YYYY-MM-DD` in UTC. */
export function daysOf(sums: readonly VisitSum[], count: number, nowMs: number) {
  const sumOf = (kind: string, day: string) => sums.find((sum) => sum.kind === kind && sum.day === day)?.visits ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { day, visits: sumOf('visit', day), visitors: sumOf('visitor', day) };
  });
}
