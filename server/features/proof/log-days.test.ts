import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DayPorts, judgeDay, readDayList, readSignedDays, type SignedDay } from '@castellan/foundation/signed-log';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { answerProofFile } from './answer-proof-file.ts';
import { logDayKey } from './log-day-key.ts';
import { hashOf, type LogDay, sha256, signLogDay } from './log-statement.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const siteUrl = 'https://castellan.example';
const key = logDayKey(Buffer.alloc(32, 7));
const head = 'ab'.repeat(32);
const first = signLogDay(key, { siteUrl, day: '2026-11-20', head, previous: undefined });
const second = signLogDay(key, { siteUrl, day: '2026-11-21', head, previous: first.statement });
const days: readonly LogDay[] = [first, second];

const fileOf = async (name: string) => {
  const answer = answerProofFile(new Request(`${siteUrl}/proof/${name}`), days, () => key.publicPem);
  return answer === undefined ? undefined : Buffer.from(await answer.arrayBuffer());
};

test('every secret gives a usable key, the same one each time, and different ones for different secrets', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
      const made = logDayKey(secret);
      const { signature, statement } = signLogDay(made, { siteUrl, day: '2026-11-20', head, previous: undefined });
      expect(verify('sha256', Buffer.from(statement), createPublicKey(made.publicPem), signature)).toBe(true);
      expect(logDayKey(secret).publicPem).toBe(made.publicPem);
    }),
    { numRuns: 20 },
  );
  expect(logDayKey(Buffer.alloc(32, 8)).publicPem).not.toBe(key.publicPem);
});

test('a statement says its day and no time, and leads to the one before', () => {
  expect(second.statement).toBe(
    [
      'signed log day 1',
      'site: https://castellan.example',
      'day: 2026-11-21',
      `log: ${createHash('sha256').update(`2026-11-21\n${head}\n`).digest('hex')}`,
      `previous: ${sha256(first.statement)}`,
      '',
    ].join('\n'),
  );
  expect(first.statement).toContain('previous: none\n');
});

test('a day on which nothing happened looks like any other', () => {
  expect(hashOf(first)).not.toBe(hashOf(second));
  expect(`${first.statement}${second.statement}`).not.toContain(head);
});

test('the files check out with OpenSSL, as the page says', async () => {
  for (const name of ['key.pem', '2026-11-21.txt', '2026-11-21.sig']) writeFileSync(join(folder, name), (await fileOf(name)) as Buffer);
  const check = () =>
    execFileSync('openssl', ['dgst', '-sha256', '-verify', 'key.pem', '-signature', '2026-11-21.sig', '2026-11-21.txt'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(check()).toBe('Verified OK\n');
  writeFileSync(join(folder, '2026-11-21.txt'), second.statement.replace('2026-11-21', '2026-11-22'));
  expect(check).toThrow();
});

test('the list of days is what sha256sum reads, and nothing else is answered', async () => {
  expect((await fileOf('days.txt'))?.toString()).toBe(
    `${sha256(first.statement)}  2026-11-20.txt\n${sha256(second.statement)}  2026-11-21.txt\n`,
  );
  expect((await fileOf('2026-11-20.pem'))?.toString()).toBe(key.publicPem);
  for (const name of ['', '2026-11-22.txt', '2026-11-21.key', '../key.pem', '2026-11-21.txt/', 'days.json'])
    expect(await fileOf(name)).toBeUndefined();
  expect(answerProofFile(new Request(`${siteUrl}/proof/days.txt`, { method: 'POST' }), days, () => '')).toBeUndefined();
  expect(answerProofFile(new Request(`${siteUrl}/proof`), days, () => '')).toBeUndefined();
});

test('the file of a year holds what the page’s own check finds whole, and a year without a day has none', async () => {
  const read = readSignedDays((await fileOf('2026.jsonl'))?.toString() ?? '');
  expect([...read.keys()]).toEqual(['2026-11-20', '2026-11-21']);
  const ports = {
    hash: async (text: string) => sha256(text),
    verify: async ({ statement, signature, publicKey }: SignedDay) =>
      verify('sha256', Buffer.from(statement), createPublicKey(publicKey), Buffer.from(signature, 'base64')),
  };
  const listed = readDayList((await fileOf('days.txt'))?.toString() ?? '') ?? [];
  for (const [at, day] of listed.entries())
    expect(await judgeDay(ports as DayPorts, day, read.get(day.day), listed[at - 1])).toBeUndefined();
  expect(listed).toHaveLength(2);
  expect(await fileOf('2025.jsonl')).toBeUndefined();
});
