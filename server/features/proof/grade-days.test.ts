import { afterAll, expect, test } from 'vitest';
import { openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { keepGrade, readGrades } from './grade-days.ts';
import { createSiteEvidence } from './site-evidence.ts';

const { machine, superuser, drop } = await openLawDatabase();
afterAll(drop);
const rows = createSqlRows(machine);

const gradeAt = (measuredAt: string, grade = 'A+', score = 130) => ({ grade, score, measuredOn: measuredAt.slice(0, 10), measuredAt });

test('a day has one grade, the last of it, and an earlier one that comes late does not take its place', async () => {
  expect(await readGrades(rows)).toEqual({ headers: undefined, days: [] });
  await keepGrade(rows, gradeAt('2026-11-21T00:03:00.000Z'));
  await keepGrade(rows, gradeAt('2026-11-22T05:12:00.000Z', 'B', 75));
  await keepGrade(rows, gradeAt('2026-11-22T09:30:00.000Z', 'A', 95));
  await keepGrade(rows, gradeAt('2026-11-22T05:12:00.000Z', 'F', 0));
  expect(await readGrades(rows)).toEqual({
    headers: gradeAt('2026-11-22T09:30:00.000Z', 'A', 95),
    days: [
      { day: '2026-11-21', grade: 'A+' },
      { day: '2026-11-22', grade: 'A' },
    ],
  });
});

test('the newest 90 days are told, the oldest first', async () => {
  for (let day = 0; day < 95; day += 1) await keepGrade(rows, gradeAt(new Date(Date.UTC(2027, 0, 1 + day, 5, 12)).toISOString()));
  const { days } = await readGrades(rows);
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([90, '2027-01-06', '2027-04-05']);
  await superuser.query('truncate private.header_grades');
});

test('the site is measured once a day, a restart keeps what was measured, and without HTTPS nothing is', async () => {
  const warnings: string[] = [];
  const asked: string[] = [];
  let nowMs = Date.UTC(2026, 10, 25, 5, 12);
  const evidenceAt = (siteUrl: string) =>
    createSiteEvidence({
      rows,
      authenticatorKey: () => new Uint8Array(32),
      siteUrl: () => siteUrl,
      clock: { nowMs: () => nowMs },
      log: { info: () => {}, warn: (text: string) => warnings.push(text), error: (text: string) => warnings.push(text) } as never,
      onChange: () => asked.push('changed'),
    });
  const page = async (request: Request) => {
    asked.push(request.url);
    return new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
  const plain = evidenceAt('http://127.0.0.1:4321');
  await plain.renew(page);
  expect([plain.current().headers, asked]).toEqual([undefined, []]);
  const evidence = evidenceAt('https://castellan.example');
  await evidence.renew(page);
  await evidence.renew(page);
  expect(asked).toEqual(['https://castellan.example/', 'changed']);
  expect(evidence.current().headers?.measuredAt).toBe('2026-11-25T05:12:00.000Z');
  nowMs += 86_400_000;
  await evidence.renew(page);
  expect(evidence.current().gradedDays.map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
  // A server that was started without HTTPS still tells what was measured, with its date.
  const restarted = evidenceAt('http://127.0.0.1:4321');
  await restarted.renew(page);
  expect(restarted.current().gradedDays).toEqual(evidence.current().gradedDays);
  expect(warnings).toEqual([]);
});
