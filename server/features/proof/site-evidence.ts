import { createPublicKey } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import type { ProvenDay, SiteProof, WholeSiteProof } from '@castellan/web/site-proof';
import type { Answer } from '../../http/listener.ts';
import { createQuietLog } from '../../quiet-log.ts';
import type { ServerRows } from '../../rows/server-rows.ts';
import { answerProofFile } from './answer-proof-file.ts';
import { type KeptGrades, keepGrade, readGrades } from './grade-days.ts';
import { gradeHeaders } from './grade-headers.ts';
import { type LogDayKey, logDayKey } from './log-day-key.ts';
import { hashOf, type LogDay, sha256 } from './log-statement.ts';
import { readLogDays, signPastDays } from './sign-past-days.ts';

type Options = {
  readonly rows: ServerRows;
  readonly authenticatorKey: () => Uint8Array;
  readonly siteUrl: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears when what pages show of it is another. */
  readonly onChange: () => void;
};

/** What the site publishes of itself. */
export type SiteEvidence = {
  readonly current: () => SiteProof;
  readonly whole: () => WholeSiteProof;
  /** The files below `/proof/`. */
  readonly answer: Answer;
  /** Signs what is past and measures once a day what `page` answers. Never rejects. */
  readonly renew: (page: (request: Request) => Promise<Response>) => Promise<void>;
};

const shownDays = 14;

/** Keeps the signed days in memory, so that no visitor's request reaches the database. */
export function createSiteEvidence({ rows, authenticatorKey, siteUrl, clock, log, onChange }: Options): SiteEvidence {
  const quiet = createQuietLog(log, clock);
  let days: readonly LogDay[] = [];
  let grades: KeptGrades = { headers: undefined, days: [] };
  let measuredOn: string | undefined;
  let made: { readonly from: Uint8Array; readonly key: LogDayKey } | undefined;
  const key = () => {
    const from = authenticatorKey();
    if (made?.from !== from) made = { from, key: logDayKey(from) };
    return made.key;
  };
  const current = (): SiteProof => ({
    lastDay: days.length === 0 ? undefined : shown(days.at(-1) as LogDay),
    headers: grades.headers,
    gradedDays: grades.days,
  });
  const whole = (): WholeSiteProof => {
    const { publicPem } = key();
    const since = days.find(({ publicKey }) => publicKey === publicPem)?.day;
    const { lastDay, headers } = current();
    return {
      lastDay,
      headers,
      days: days.slice(-shownDays).map(shown).toReversed(),
      dayCount: days.length,
      keySince: since === days[0]?.day ? undefined : since,
      keyFingerprint: sha256(createPublicKey(publicPem).export({ type: 'spki', format: 'der' })),
    };
  };
  const shownNow = () => JSON.stringify([whole(), grades.days]);

  const signDays = async () => {
    while (await signPastDays({ rows, key, siteUrl, nowMs: clock.nowMs() }));
    days = await readLogDays(rows);
  };
  const measure = async (page: (request: Request) => Promise<Response>) => {
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
    // Once after each start, since what is answered may be another, and once a day: no visitor's request has a part in it.
    if (measuredOn !== today) {
      const grade = await gradeHeaders(siteUrl(), page, clock.nowMs());
      if (grade !== undefined) {
        await keepGrade(rows, grade);
        measuredOn = today;
      }
    }
    grades = await readGrades(rows);
  };
  return {
    current,
    whole,
    answer: (request) => answerProofFile(request, days, () => key().publicPem),
    renew: async (page) => {
      const before = shownNow();
      const done = await Promise.allSettled([signDays(), measure(page)]);
      for (const one of done)
        if (one.status === 'rejected') quiet.warn('the site’s evidence was not renewed', { reason: String(one.reason) });
      if (shownNow() !== before) onChange();
    },
  };
}

function shown(day: LogDay): ProvenDay {
  return { day: day.day, hash: hashOf(day) };
}
