import type { Clock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';

/** How long an answer about the database holds: whoever reloads a page in an outage does not become one. */
const answerLifeMs = 1_000;

/** A database that has not answered by then is as good as away. */
const patienceMs = 3_000;

/** Tells whether the database answers, by asking it at most once a second. It never throws. */
export function watchDatabase(queryable: Queryable, clock: Clock): () => Promise<boolean> {
  let asked: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    if (asked === undefined || nowMs - asked.atMs >= answerLifeMs) asked = { atMs: nowMs, answer: answersInTime(queryable) };
    return asked.answer;
  };
}

async function answersInTime(queryable: Queryable): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), patienceMs);
  const answered = queryable.query('select').then(
    () => true,
    () => false,
  );
  const answers = await Promise.race([answered, late.promise]);
  clearTimeout(timer);
  return answers;
}
