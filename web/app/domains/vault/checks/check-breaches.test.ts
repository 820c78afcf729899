import { createHash } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { BreachRange } from '../ports/vault-backend.ts';
import { codeOf, draft, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const padding = `${'0'.repeat(35)}:0`;

type Answer = Result<BreachRange, BackendFailure>;
const rangeOf = (...rows: string[]): Answer => succeed({ outcome: 'range', range: [...rows, padding].join('\r\n') });
const unavailable: Answer = succeed({ outcome: 'unavailable' });
const pause = (retryAfterSeconds: number): Answer => fail({ code: 'rate_limited', retryAfterSeconds });

/** A vault with passwords, and a service that knows some of them; every question is written down. */
async function vaultWith(passwords: readonly string[], known: Readonly<Record<string, number>> = {}) {
  const tab = await openNewVault();
  const ids: string[] = [];
  for (const [at, password] of passwords.entries())
    ids.push(must(await tab.actions.save(null, draft(`Site ${at}`, { password }), null)).id);
  await untilVerified(tab);
  const questions: string[] = [];
  const honest = (prefix: string) => {
    const rows = Object.entries(known).filter(([password]) => hashOf(password).startsWith(prefix));
    return rangeOf(...rows.map(([password, count]) => `${hashOf(password).slice(5)}:${count}`));
  };
  const answer = { next: (prefix: string, _nth: number): Answer => honest(prefix) };
  tab.server.rangeOf = (prefix) => {
    questions.push(prefix);
    return answer.next(prefix, questions.length);
  };
  return { tab, ids, questions, answer, honest };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `pass ${at}`);
const check = (tab: Tab, task: Parameters<Tab['actions']['tools']['checkBreaches']>[0] = {}) => tab.actions.tools.checkBreaches(task);

test('each password is asked about once by five characters of its hash, and what is known is named with its count', async () => {
  const { tab, ids, questions } = await vaultWith(['password1', 'password1', 'hunter2', 'a good one'], { password1: 3, hunter2: 17_043 });
  const progress: number[][] = [];
  const report = must(await check(tab, { onProgress: (done, total) => progress.push([done, total]) }));
  expect(report).toMatchObject({ asked: 3, total: 3, left: 0, ended: 'done' });
  expect(report.found[0]).toEqual({ id: ids[2], count: 17_043 });
  expect(
    report.found
      .slice(1)
      .map(({ id, count }) => `${id} ${count}`)
      .sort(),
  ).toEqual([`${ids[0]} 3`, `${ids[1]} 3`].sort());
  expect([...questions].sort()).toEqual(
    [...new Set(['password1', 'hunter2', 'a good one'].map((each) => hashOf(each).slice(0, 5)))].sort(),
  );
  // Neither a question nor the report holds a whole hash.
  expect(questions.every((question) => /^[0-9A-F]{5}$/.test(question))).toBe(true);
  expect(JSON.stringify(report)).not.toContain(hashOf('password1').slice(5));
  expect(progress).toEqual([0, 1, 2, 3].map((done) => [done, 3]));
  expect(tab.acts.filter(([act]) => act === 'breach_check')).toHaveLength(1);
});

test('padding, empty passwords and the trash find nothing and cost no question', async () => {
  const { tab, ids, questions, answer } = await vaultWith(['password1', 'in the trash']);
  must(await tab.actions.save(null, draft('A note', { password: '' }, { kind: 'note' }), null));
  must(await tab.actions.trash(ids[1] ?? ''));
  answer.next = () => rangeOf(`${hashOf('password1').slice(5)}:0`);
  expect(must(await check(tab))).toMatchObject({ found: [], asked: 1, total: 1, ended: 'done' });
  expect(questions).toEqual([hashOf('password1').slice(0, 5)]);
});

test('no more than six questions are under way at once', async () => {
  const { tab, honest } = await vaultWith(many(20));
  const { backend } = tab.server;
  const waiting: (() => void)[] = [];
  let most = 0;
  Object.assign(backend, {
    breachRange: async (prefix: string) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
        // The last of those that come together lets them all go.
        setTimeout(() => waiting.splice(0).forEach((go) => void go()));
      });
      return honest(prefix);
    },
  });
  expect(must(await check(tab)).asked).toBe(20);
  expect(most).toBe(6);
});

test('an answer that did not come once is asked for again', async () => {
  const { tab, questions, answer, honest } = await vaultWith(many(10), { 'pass 4': 1 });
  answer.next = (prefix, nth) => (nth === 3 ? unavailable : honest(prefix));
  expect(must(await check(tab))).toMatchObject({ asked: 10, total: 10, ended: 'done', found: [{ count: 1 }] });
  expect(questions).toHaveLength(11);
});

test('an answer that never comes leaves the rest whole, and is told', async () => {
  const { tab, answer, honest } = await vaultWith(many(10));
  const silent = hashOf('pass 7').slice(0, 5);
  answer.next = (prefix) => (prefix === silent ? unavailable : honest(prefix));
  expect(must(await check(tab))).toMatchObject({ asked: 9, total: 10, ended: 'done' });
});

test.each<readonly [string, Answer, string]>([
  ['a service that is away', unavailable, 'service_away'],
  ['answers that are none', succeed({ outcome: 'range', range: '<html>' }), 'service_away'],
  ['a backend that is away', fail({ code: 'backend_unreachable' }), 'backend_away'],
  ['a session that has ended', fail({ code: 'unauthorized' }), 'refused'],
])('%s ends the check after few questions; what was answered before counts', async (_what, failing, ended) => {
  const { tab, questions, answer, honest } = await vaultWith(many(60), Object.fromEntries(many(60).map((password) => [password, 2])));
  answer.next = (prefix, nth) => (nth <= 5 ? honest(prefix) : failing);
  const report = must(await check(tab));
  expect(report).toMatchObject({ asked: 5, total: 60, ended });
  expect(report.found).toHaveLength(5);
  expect(questions.length).toBeLessThan(20);
});

test('a pause is kept and told, and then it goes on', async () => {
  const { tab, questions, answer, honest } = await vaultWith(many(12));
  answer.next = (prefix, nth) => (nth === 5 ? pause(3) : honest(prefix));
  const pauses: (number | null)[] = [];
  expect(must(await check(tab, { onPause: (seconds) => pauses.push(seconds) }))).toMatchObject({ asked: 12, ended: 'done' });
  expect(pauses).toEqual([3, null]);
  expect(questions).toHaveLength(13);
});

test('a service that asks for nothing but pauses, or for a long one, is left alone', async () => {
  const { tab, questions, answer } = await vaultWith(many(30));
  answer.next = () => pause(2);
  expect(must(await check(tab))).toMatchObject({ asked: 0, total: 30, ended: 'must_wait', found: [] });
  expect(questions.length).toBeLessThanOrEqual(24);
  answer.next = () => pause(3600);
  questions.length = 0;
  expect(must(await check(tab))).toMatchObject({ asked: 0, ended: 'must_wait' });
  expect(questions.length).toBeLessThanOrEqual(6);
  expect(tab.acts.filter(([act]) => act === 'breach_check')).toEqual([]);
});

test('a stop ends it, also within a pause, with what was answered', async () => {
  const { tab, answer, honest } = await vaultWith(many(30), { 'pass 0': 1 });
  const stop = new AbortController();
  const report = must(await check(tab, { signal: stop.signal, onProgress: (done) => done === 10 && stop.abort() }));
  expect(report.ended).toBe('stopped');
  expect(report.asked).toBeGreaterThanOrEqual(10);
  expect(report.asked).toBeLessThan(20);
  const second = new AbortController();
  // The test's clock does not move: only the stop ends a pause of so many seconds.
  answer.next = (prefix, nth) => (nth % 40 === 0 ? honest(prefix) : pause(30));
  const paused = await check(tab, {
    signal: second.signal,
    onPause: (seconds) => seconds !== null && queueMicrotask(() => second.abort()),
  });
  expect(must(paused).ended).toBe('stopped');
});

test('where the server asks nobody, it says so and writes nothing to the log', async () => {
  const { tab, answer } = await vaultWith(['password1']);
  answer.next = () => succeed({ outcome: 'off' });
  expect(codeOf(await check(tab))).toBe('breach_service_off');
  expect(tab.acts.filter(([act]) => act === 'breach_check')).toEqual([]);
});

test('a lock ends it, and a locked vault asks nothing', async () => {
  const { tab, questions } = await vaultWith(many(30));
  const locked = await check(tab, { onProgress: (done) => done === 3 && tab.actions.lock('button') });
  expect(codeOf(locked)).toBe('locked');
  expect(questions.length).toBeLessThan(20);
  questions.length = 0;
  expect(codeOf(await check(tab))).toBe('locked');
  expect(questions).toEqual([]);
});

test('of a card’s number, a token and recovery codes not even five characters of a hash leave', async () => {
  const tab = await openNewVault();
  for (const kind of ['card', 'api-token', 'key', 'recovery-codes', 'note'] as const)
    must(await tab.actions.save(null, draft(kind, {}, { kind }), null));
  const asked: string[] = [];
  tab.server.rangeOf = (prefix) => {
    asked.push(prefix);
    return succeed({ outcome: 'unavailable' });
  };
  expect(must(await tab.actions.tools.checkBreaches({}))).toMatchObject({ total: 0, found: [] });
  expect(asked).toEqual([]);
});
