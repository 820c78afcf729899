import type { GradedDay, HeaderGrade } from '@castellan/web/site-proof';
import { z } from 'zod';
import { instant, instantSchema, nothing, type ServerRows } from '../../rows/server-rows.ts';

const daysSchema = z.array(z.object({ day: z.string(), measured_at: instantSchema, grade: z.string(), score: z.int() }));

/** What is kept of the site's own grade: the newest, and the newest 90 days in their order. */
export type KeptGrades = { readonly headers: HeaderGrade | undefined; readonly days: readonly GradedDay[] };

/** Keeps a grade as the one of its day; a later one of the same day takes its place. */
export async function keepGrade(rows: ServerRows, { grade, score, measuredOn, measuredAt }: HeaderGrade): Promise<void> {
  await rows.call('server_keep_header_grade', { day: measuredOn, measured_at: measuredAt, grade, score }, nothing);
}

/** Reads what is kept. */
export async function readGrades(rows: ServerRows): Promise<KeptGrades> {
  const kept = await rows.call('server_header_grades', {}, daysSchema);
  const [newest] = kept;
  return {
    headers:
      newest === undefined
        ? undefined
        : { grade: newest.grade, score: newest.score, measuredOn: newest.day, measuredAt: instant(newest.measured_at) },
    days: kept.map(({ day, grade }) => ({ day, grade })).toReversed(),
  };
}
