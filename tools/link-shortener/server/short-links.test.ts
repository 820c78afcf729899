import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createBackOff, createGuessWindow } from '@castellan/platform/core/back-off';
import { silentLog } from '@castellan/platform/core/log';
import { createSharedWindows } from '@castellan/platform/core/shared-windows';
import { closedFace } from '@castellan/web/closed-reasons';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readDirectRequest } from '../../../server/http/direct-answer.ts';
import { createSqlRows } from '../../../server/rows/sql-rows.ts';
import { openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addOwner } from '../../../supabase/tests/people.ts';
import { hashLinkPassword } from './link-password.ts';
import { missRules } from './link-shortener-half.ts';
import { createShortLinkFinder, takeOpening } from './short-link.ts';
import { createShortLinkAnswers } from './short-link-answer.ts';
import { createVisitCounter } from './visit-counter.ts';

const { auth, machine, superuser, drop } = await openLawDatabase();
afterAll(drop);
const rows = createSqlRows(machine);
const ownerId = await addOwner(superuser, auth);
const origin = 'https://castellan.test';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const bytes = (count: number) => new Uint8Array(randomBytes(count));

/** Time stands still until a test turns it; kept answers are older than a second for whoever opens again. */
let nowMs = Date.parse('2026-11-22T12:00:00Z');
beforeEach(() => {
  nowMs += 3_600_000;
});

type Sent = { readonly method?: string; readonly address?: string; readonly headers?: Record<string, string>; readonly form?: string };

/** What is no short link's address gets the site's page for an address that does not exist. */
const leftToPages = { status: 404, location: null, text: 'left to the pages', headers: new Headers() };

/** The answers of one server, and its counter. */
function openServer(countryOf: (address: string) => string | undefined = () => 'HU') {
  const clock = { nowMs: () => nowMs };
  const counter = createVisitCounter({ rows, clock, randomBytes: bytes, log: silentLog, countryOf });
  const { answer, directAnswer } = createShortLinkAnswers({
    find: createShortLinkFinder(rows, clock),
    takeOpening: (id: string) => takeOpening(rows, id),
    count: counter.count,
    backOff: createBackOff({ queryable: auth, clock, kind: 'short-link' }),
    guessesOfLink: createGuessWindow(
      { queryable: auth, clock, kind: 'short-link-password' },
      { limit: 8, windowMs: 3_600_000, capacity: 100 },
    ),
    misses: createSharedWindows({ queryable: auth, clock, log: silentLog })(missRules),
    closedPage: (reason) => ({ status: closedFace(reason).status, headers: { 'content-type': 'text/html' }, body: reason }),
    clock,
    log: silentLog,
    publicUrl: () => origin,
  });
  const visitByFramework = async (path: string, { method = 'GET', address = '203.0.113.9', headers = {}, form }: Sent = {}) => {
    const request = new Request(`${origin}${path}`, {
      method,
      headers: { 'user-agent': firefox, ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams({ password: form }) }),
    });
    const given = await answer(request, { address, secure: true, requestId: 'test' });
    if (given === undefined) return leftToPages;
    return { status: given.status, location: given.headers.get('location'), text: await given.text(), headers: given.headers };
  };
  /** As the listener does: what can be answered directly is, the rest goes by the framework. */
  const visit = async (path: string, sent: Sent = {}) => {
    const { method = 'GET', address = '203.0.113.9', headers = {} } = sent;
    const incoming = { method, url: path, headers: { 'user-agent': firefox, ...headers } } as unknown as IncomingMessage;
    const request = readDirectRequest(incoming, { address, secure: true, requestId: 'test' });
    if (request === undefined) return visitByFramework(path, sent);
    const given = await directAnswer(request);
    if (given === undefined) return leftToPages;
    const text = method === 'HEAD' ? '' : String(given.body ?? '');
    return { status: given.status, location: given.headers['location'] ?? null, text, headers: new Headers(given.headers) };
  };
  return { visit, visitByFramework, directAnswer, written: counter.close };
}

async function addLink(columns: Readonly<Record<string, unknown>> = {}): Promise<{ readonly id: string; readonly path: string }> {
  const link = { id: randomUUID(), user_id: ownerId, url: 'https://example.org/talk', slug: randomBytes(6).toString('hex'), ...columns };
  const names = Object.keys(link);
  await machine.query(
    `insert into public.short_links (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(link),
  );
  return { id: link.id, path: `/s/${link.slug}` };
}

/** What was counted of a link: `kind` or `kind name` with its number. */
async function sumsOf(id: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await machine.query<{ key: string; visits: string }>(
    `select trim(kind || ' ' || name) as key, visits from private.short_link_days where link_id = $1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ key, visits }) => [key, Number(visits)]));
}

test('a link leads on, whatever the case it was typed in, and no cache keeps the way', async () => {
  const { visit } = openServer();
  const { path } = await addLink();
  const given = await visit(`/s/${path.slice(3).toUpperCase()}`);
  expect([given.status, given.location]).toEqual([302, 'https://example.org/talk']);
  expect(given.headers.get('cache-control')).toBe('private, no-store');
});

test('of 64 visits at the same moment to a link with a limit of 5 exactly 5 go through, over two servers', async () => {
  const servers = [openServer(), openServer()] as const;
  const { id, path } = await addLink({ max_visits: 5 });
  const given = await Promise.all(Array.from({ length: 64 }, (_, index) => servers[index % 2 === 0 ? 0 : 1].visit(path)));
  expect(given.filter(({ status }) => status === 302)).toHaveLength(5);
  expect(given.filter(({ status }) => status === 410)).toHaveLength(59);
  await Promise.all(servers.map(({ written }) => written()));
  expect(await sumsOf(id)).toMatchObject({ visit: 5, visitor: 1 });
});

test('HEAD, known bots and what is fetched ahead take nothing of a limited link and are no visits', async () => {
  const { visit, written } = openServer();
  const { id, path } = await addLink({ max_visits: 1 });
  const bot = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' };
  const before = [
    await visit(path, { method: 'HEAD' }),
    await visit(path, { headers: bot }),
    await visit(path, { headers: { 'sec-purpose': 'prefetch' } }),
    await visit(`${path}+`),
  ];
  expect(before.map(({ status }) => status)).toEqual([200, 200, 503, 200]);
  expect(before.map(({ text }) => text).join('')).not.toContain('example.org');
  expect((await visit(path)).status).toBe(302);
  await written();
  const sums = await sumsOf(id);
  expect(sums).toMatchObject({ visit: 1, visitor: 1 });
  expect(Object.keys(sums).filter((key) => key.startsWith('bot'))).toEqual(['bot slackbot']);
});

test('a visit is summed by referrer, browser and country; a visitor counts once a day; nothing kept names an address', async () => {
  const { visit, written } = openServer((address) => (address.startsWith('203.') ? 'HU' : undefined));
  const { id, path } = await addLink();
  await visit(path, { headers: { referer: 'https://www.example.com/secret?token=1' } });
  await visit(path);
  await visit(path, { address: '2001:db8:7::1', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; U; en) Konqueror/5.0' } });
  await visit(path, { address: '198.51.100.77', headers: { 'sec-gpc': '1', referer: 'https://example.net/' } });
  await written();
  expect(await sumsOf(id)).toEqual({
    visit: 4,
    visitor: 2,
    'referrer example.com': 1,
    'referrer direct': 2,
    'browser Firefox': 2,
    'browser other': 1,
    'country HU': 2,
    'country unknown': 1,
  });
  const { rows } = await machine.query(
    `select (select string_agg(day::text, '') from private.short_link_days day) || (select string_agg(seen::text, '') from private.short_link_visitors seen) as kept`,
  );
  expect(rows[0]?.kept).not.toMatch(/203\.0\.113|198\.51\.100|2001:db8|secret|token/);
});

test('the salt and the visitors of a day that has ended are forgotten, their number stays', async () => {
  const { visit, written } = openServer();
  const { id, path } = await addLink();
  await visit(path);
  await written();
  for (const table of ['salts', 'visitors', 'days']) await machine.query(`update private.short_link_${table} set day = day - 1`);
  await machine.query('select private.forget_short_link_visitors()');
  const { rows } = await machine.query(
    'select (select count(*) from private.short_link_salts) + (select count(*) from private.short_link_visitors) as kept',
  );
  expect(Number(rows[0]?.kept)).toBe(0);
  expect(await sumsOf(id)).toMatchObject({ visitor: 1 });
});

test('of 300 referrers in a day 100 have names, and the rest are summed as other', async () => {
  const { id, path } = await addLink();
  for (const round of [0, 1, 2]) {
    const { visit, written } = openServer();
    for (let index = 0; index < 100; index += 1) await visit(path, { headers: { referer: `https://r${round}-${index}.example/` } });
    await written();
  }
  const sums = await sumsOf(id);
  expect(Object.keys(sums).filter((key) => key.startsWith('referrer'))).toHaveLength(101);
  expect(sums).toMatchObject({ visit: 300, 'referrer other': 200 });
});

test('a password is asked for, opens by the page itself, and counts one visit', async () => {
  const { visit, written } = openServer();
  const { id, path } = await addLink({ password_hash: await hashLinkPassword('öpen', bytes) });
  const asked = await visit(path);
  expect([asked.status, asked.location]).toEqual([200, null]);
  expect((await visit(`${path}+`)).text + asked.text).not.toContain('example.org');
  expect((await visit(path, { method: 'POST', form: 'wrong', address: '203.0.113.20' })).status).toBe(403);
  // Typed where letters come apart.
  const opened = await visit(path, { method: 'POST', form: 'o\u0308pen', address: '203.0.113.20' });
  expect(opened.text).toContain('http-equiv="refresh" content="0; url=https://example.org/talk"');
  await written();
  expect(await sumsOf(id)).toMatchObject({ visit: 1 });
});

test('who guesses waits, with all addresses of the block, also after a right password of another link; others do not', async () => {
  const { visit } = openServer();
  const { path } = await addLink({ password_hash: await hashLinkPassword('hidden', bytes) });
  const known = await addLink({ password_hash: await hashLinkPassword('known', bytes) });
  const guess = (form: string, at = path, address = '2001:db8:9::1') => visit(at, { method: 'POST', form, address });
  for (let count = 0; count < 5; count += 1) expect((await guess(`guess ${count}`)).status).toBe(403);
  expect((await guess('hidden', path, '2001:db8:9::2')).status).toBe(429);
  nowMs += 1500;
  expect((await guess('known', known.path)).status).toBe(200);
  expect((await guess('guess 6')).status).toBe(403);
  expect((await guess('guess 7')).status).toBe(429);
  expect((await guess('hidden', path, '2001:db8:a::1')).status).toBe(200);
});

test('who guesses from many addresses waits, too: wrong passwords are counted by link, and right ones are not', async () => {
  const { visit } = openServer();
  const { path } = await addLink({ password_hash: await hashLinkPassword('hidden', bytes) });
  const other = await addLink({ password_hash: await hashLinkPassword('known', bytes) });
  const guess = (form: string, block: number, at = path) => visit(at, { method: 'POST', form, address: `198.51.${block}.7` });
  for (let block = 0; block < 4; block += 1) {
    expect((await guess('wrong', block)).status).toBe(403);
    expect((await guess('wrong', block)).status).toBe(403);
    if (block < 3) expect((await guess('hidden', block)).status).toBe(200);
  }
  const refused = await guess('hidden', 9);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  expect((await guess('known', 9, other.path)).status).toBe(200);
  nowMs += 3_600_001;
  expect((await guess('hidden', 9)).status).toBe(200);
});

test('a form that another site sends is not looked at', async () => {
  const { visit } = openServer();
  const { path } = await addLink({ password_hash: await hashLinkPassword('open', bytes) });
  const given = await visit(path, { method: 'POST', form: 'open', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(given.text).toContain('has a password');
});

test.each([
  ['expired', { expires_at: '2026-01-01T00:00Z' }, 410, 'link-expired'],
  ['in the trash', { deleted_at: '2026-01-01T00:00Z' }, 404, 'link-unknown'],
  ['to a short link again', { url: `${origin}/s/other` }, 508, 'link-loop'],
])('a link that is %s leads nowhere, and the page of the site says why', async (_, columns, status, text) => {
  const { visit } = openServer();
  const { path } = await addLink(columns);
  expect(await visit(path)).toMatchObject({ status, text });
  expect(await visit(`${path}+`)).toMatchObject({ status, text });
});

test('the preview shows a destination as text, and counts nothing', async () => {
  const { visit, written } = openServer();
  const { id, path } = await addLink({ url: 'https://example.org/?a=%3Cb%3E&quot="', title: '<i>Slides</i>' });
  const { text } = await visit(`${path}+`);
  expect(text).toContain('https://<b>example.org</b>/?a=%3Cb%3E&amp;quot=&quot;');
  expect(text).toContain('&lt;i&gt;Slides&lt;/i&gt;');
  await written();
  expect(await sumsOf(id)).toEqual({});
});

test('the preview of a link with a password tells nothing of what it keeps', async () => {
  const { visit } = openServer();
  const { path } = await addLink({
    url: 'https://example.org/affidavit',
    title: 'Divorce papers',
    password_hash: await hashLinkPassword('x', bytes),
  });
  const { text } = await visit(`${path}+`);
  expect(text).toContain('protected by a password');
  expect(text).not.toMatch(/Divorce|affidavit/);
});

test.each(['https://[', 'https://%', 'http://ex%00ample'])('%s, which is no address to a browser, is shown as it is', async (url) => {
  const { visit } = openServer();
  const { path } = await addLink({ url });
  expect(await visit(`${path}+`)).toMatchObject({ status: 200, text: expect.stringContaining(`<p class="place">${url}</p>`) });
});

test('who tries slugs that lead nowhere is told to wait, also before one that does; others are not', async () => {
  const { visit } = openServer();
  const { path } = await addLink();
  const odd = ['/s/', '/s/a%2Fb', '/s/..%5C', `/s/${'x'.repeat(65)}`, '/s/nothing+'];
  for (let count = 0; count < 60; count += 1) expect((await visit(odd[count] ?? `/s/miss-${count}`)).status).toBe(404);
  expect((await visit(path)).status).toBe(429);
  expect((await visit(path, { address: '203.0.113.10' })).status).toBe(302);
});

test('who tries slugs at several servers is told to wait by each after no more than one would allow', async () => {
  const servers = [openServer(), openServer()];
  const { path } = await addLink();
  const address = '203.0.113.77';
  let unknown = 0;
  for (let count = 0; count < 100; count += 1) {
    for (const { visit } of servers) if ((await visit(`/s/other-${count}`, { address })).status === 404) unknown += 1;
  }
  expect(unknown).toBe(60);
  for (const { visit } of servers) expect((await visit(path, { address })).status).toBe(429);
});

test('a change of a link shows within a second', async () => {
  const { visit } = openServer();
  const { id, path } = await addLink();
  await visit(path);
  await machine.query(`update public.short_links set url = 'https://example.org/new' where id = $1`, [id]);
  nowMs += 1000;
  expect((await visit(path)).location).toBe('https://example.org/new');
});

test('a link that was just looked up is answered at once, without a promise and without the database', async () => {
  const { directAnswer, visit } = openServer();
  const { path } = await addLink();
  await visit(path);
  const context = { address: '203.0.113.9', secure: true, requestId: 'test' };
  const given = directAnswer({ method: 'GET', path, search: '', headers: { 'user-agent': firefox }, context });
  expect(given).toEqual({
    status: 302,
    headers: { location: 'https://example.org/talk', 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
  });
});

test('both ways to a short link give the same answer, whatever the address and the headers', async () => {
  const { visit, visitByFramework } = openServer();
  const plain = (await addLink()).path.slice(3);
  const locked = (await addLink({ password_hash: await hashLinkPassword('x', bytes) })).path.slice(3);
  const expired = (await addLink({ expires_at: '2026-01-01T00:00Z' })).path.slice(3);
  const slugs = [
    plain,
    plain.toUpperCase(),
    locked,
    expired,
    'nothing',
    '',
    '%61',
    'a b',
    'ü',
    '"',
    "'",
    '<',
    '`',
    '{',
    '|',
    '^',
    'a/b',
    '~',
  ];
  const ends = ['', '+', '%2B', '%2b', '/', '++', '+x', '?a=b', '+?a', '%00', ';'];
  const agents = [firefox, '', 'curl/8.5.0', 'Slackbot-LinkExpanding 1.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)'];
  const others: readonly Record<string, string>[] = [
    {},
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prerender' },
    { referer: 'https://example.net/a' },
    { 'sec-gpc': '1' },
  ];
  const told = ({ status, location, text, headers }: Awaited<ReturnType<typeof visit>>) => ({
    status,
    location,
    text: text.replace(/nonce="[^"]*"/, ''),
    headers: [...headers].filter(([name]) => name !== 'content-length').map(([name, value]) => [name, value.replace(/nonce-[\w-]+/, '')]),
  });
  let turn = 0;
  for (const slug of slugs) {
    for (const end of ends) {
      turn += 1;
      const sent: Sent = {
        method: turn % 5 === 0 ? 'HEAD' : 'GET',
        // Of its own each time: what leads nowhere is counted.
        address: `198.51.${turn >> 8}.${turn & 255}`,
        headers: { 'user-agent': agents[turn % agents.length] ?? '', ...others[turn % others.length] },
      };
      const path = `/s/${slug}${end}`;
      expect({ path, ...told(await visit(path, sent)) }).toEqual({ path, ...told(await visitByFramework(path, sent)) });
    }
  }
});
