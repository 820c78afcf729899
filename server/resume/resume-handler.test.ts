import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { createBackOff } from '@castellan/platform/core/back-off';
import { openPool } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { resumeKey } from './resume-address.ts';
import { createResumeHandler } from './resume-handler.ts';

const database = await createTestDatabase();
const pool = openPool(database.address, 'supabase_auth_admin', { max: 2 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const contentFolder = join(import.meta.dirname, '..', '..', 'content');
const profile = parseProfile('profile.json', readFileSync(join(contentFolder, 'profile.json'), 'utf8'));
const resume = parseResume('resume.json', readFileSync(join(contentFolder, 'resume.json'), 'utf8'));
if (!profile.ok || !resume.ok) throw new Error('the sample content is broken');

const visitor = { address: '192.0.2.1', secure: true, requestId: 'r' };

/** A handler over changeable content, with a clock, a count of drawings, and a page that says why it refuses. */
function open(draw: (outline: string) => Promise<Buffer> = async (outline) => Buffer.from(outline)) {
  if (!profile.ok || !resume.ok) throw new Error('the sample content is broken');
  const state = { profile: profile.value, nowMs: 1_000_000, drawn: 0, said: [] as string[] };
  const clock = { nowMs: () => state.nowMs };
  const note = (_: string, fields?: object) => void state.said.push(JSON.stringify(fields));
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const handler = createResumeHandler({
    profile: () => state.profile,
    resume: () => resume.value,
    key: () => resumeKey(new Uint8Array(32)),
    clock,
    log,
    backOff: createBackOff({ clock, queryable: pool, kind: randomUUID(), freeAttempts: 3 }),
    pages: async (_request, search) => new Response(new URLSearchParams(search).get('refused'), { status: 418 }),
    draw: async (outline) => {
      state.drawn += 1;
      return { bytes: await draw(outline), remarks: '🚀' };
    },
  });
  const ask = async (path: string, method = 'GET') => {
    const answer = await handler(new Request(new URL(path, 'http://castellan.test'), { method }), visitor);
    if (answer === undefined) throw new Error(`nobody answers at ${path}`);
    return answer;
  };
  const address = async () => (await ask('/resume')).headers.get('location') ?? '';
  return { state, handler, ask, address };
}

test('the link leads to the document, which no search engine lists and no cache keeps', async () => {
  const { ask, address } = open();
  const answer = await ask(await address());
  expect(answer.status).toBe(200);
  const headers = ['content-type', 'x-robots-tag', 'cache-control', 'content-disposition'].map((name) => answer.headers.get(name));
  expect(headers).toEqual([
    'application/pdf',
    'noindex, noarchive',
    'private, no-store',
    `inline; filename="Ada Varga - Resume.pdf"; filename*=UTF-8''Ada%20Varga%20-%20Resume.pdf`,
  ]);
  expect(answer.headers.get('content-security-policy')).not.toContain('sandbox');
});

test('one drawing serves all who ask, until what the resume says changes', async () => {
  const { state, ask, address } = open();
  const path = await address();
  await Promise.all([ask(path), ask(path), ask(path, 'HEAD')]);
  state.profile = { ...state.profile, copyrightYear: 2030 };
  await ask(path);
  expect(state.drawn).toBe(1);
  state.profile = { ...state.profile, name: 'Grace Hopper' };
  expect(await (await ask(path)).text()).toBe('expired');
  expect(await (await ask(await address())).text()).toContain('Grace Hopper');
  expect(state.drawn).toBe(2);
});

test('an address without a signature is refused, and a visitor cannot choose the reason', async () => {
  const { ask, state } = open();
  for (const path of [
    '/resume/resume.pdf',
    '/resume/resume.pdf?refused=expired',
    '/resume/resume.pdf?version=a&expires=9999999999&signature=b',
  ]) {
    const answer = await ask(path);
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['forged', 'private, no-store']);
  }
  expect(state.drawn).toBe(0);
});

test('an address is refused once its two minutes are over', async () => {
  const { ask, address, state } = open();
  const path = await address();
  state.nowMs += 121_000;
  expect(await (await ask(path)).text()).toBe('expired');
});

test('who asks for one address after the other must wait', async () => {
  const { ask } = open();
  for (let turn = 0; turn < 3; turn += 1) await ask('/resume');
  let last = await ask('/resume');
  for (let turn = 0; turn < 3 && last.status === 302; turn += 1) last = await ask('/resume');
  expect([await last.text(), last.headers.get('retry-after')]).toEqual(['busy', '1']);
});

test('a document that could not be drawn is tried again, and what its typefaces lack is told', async () => {
  let attempts = 0;
  const { ask, address, state } = open(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no memory');
    return Buffer.from('pdf');
  });
  const path = await address();
  expect(await (await ask(path)).text()).toBe('undrawn');
  expect((await ask(path)).status).toBe(200);
  expect(state.said.join()).toContain('🚀');
});

test('nothing but reading is answered here', async () => {
  const { handler } = open();
  expect(handler(new Request('http://castellan.test/resume', { method: 'POST' }), visitor)).toBeUndefined();
  expect(handler(new Request('http://castellan.test/resumes'), visitor)).toBeUndefined();
});
