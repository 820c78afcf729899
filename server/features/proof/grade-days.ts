import type { Queryable } from '@castellan/platform/core/database';
import type { GradedDay, HeaderGrade } from '@castellan/web/site-proof';

/** How many days are read: what a page shows of them. */
const shownDays = 90;

type Row = { readonly day: string; readonly measured_at: Date; readonly grade: string; readonly score: number };

/** What is kept of the site's own grade: the newest, and the newest 90 days in their order. */
export type KeptGrades = { readonly headers: HeaderGrade | undefined; readonly days: readonly GradedDay[] };

/** Keeps a grade as the one of its day; a later one of the same day takes its place. */
export async function keepGrade(queryable: Queryable, { grade, score, measuredOn, measuredAt }: HeaderGrade): Promise<void> {
  await queryable.query(
    `insert into private.header_grades (day, measured_at, grade, score) values ($1, $2, $3, $4)
    on conflict (day) do update set measured_at = excluded.measured_at, grade = excluded.grade, score = excluded.score
    where excluded.measured_at >= header_grades.measured_at`,
    [measuredOn, measuredAt, grade, score],
  );
}

/** Reads what is kept. */
export async function readGrades(queryable: Queryable): Promise<KeptGrades> {
  const { rows } = await queryable.query<Row>(
    `select to_char(day, 'YYYY-MM-DD') as day, measured_at, grade, score from private.header_grades
    order by header_grades.day desc limit ${shownDays}`,
  );
  const [newest] = rows;
  return {
    headers:
      newest === undefined
        ? undefined
        : { grade: newest.grade, score: newest.score, measuredOn: newest.day, measuredAt: newest.measured_at.toISOString() },
    days: rows.map(({ day, grade }) => ({ day, grade })).toReversed(),
  };
}
