import type { ListedWish } from '@castellan/web/listed-wish';
import { expect, test } from 'vitest';
import type { DirectResponse } from '../http/direct-answer.ts';
import { createBuiltPages } from './built-pages.ts';
import { createDrawLane, type DrawRules } from './draw-lane.ts';
import { createKeptPages } from './kept-pages.ts';
import type { PageFacts } from './page-facts.ts';
import { createRouteManifest } from './route-manifest.ts';
import { routeTable } from './route-table.ts';

const routes = {
  root: { id: 'root', path: '' },
  home: { id: 'home', parentId: 'root', index: true },
  contact: { id: 'contact', parentId: 'root', path: 'contact' },
  wishlist: { id: 'wishlist', parentId: 'root', path: 'wishlist' },
  terminal: { id: 'terminal', parentId: 'root', path: 'terminal' },
  study: { id: 'study', parentId: 'root', path: 'projects/:slug' },
  report: { id: 'report', parentId: 'root', path: 'r/:token' },
  resume: { id: 'resume', parentId: 'root', path: 'resume/:file?' },
  other: { id: 'other', parentId: 'root', path: '*' },
};

const wish = (title: string) => ({ title }) as ListedWish;

type World = {
  wishes: () => Promise<readonly ListedWish[]>;
  /** What the drawing of an address answers besides the usual. */
  status: number;
  before: (address: string) => Promise<void>;
};

/** Pages of a made-up build; `drawn` is every address that was drawn. */
function startPages({ rules = {}, maxKept = 400 }: { rules?: Partial<DrawRules>; maxKept?: number } = {}) {
  const world: World = { wishes: async () => [], status: 200, before: async () => {} };
  const drawn: string[] = [];
  let nowMs = 0;
  const facts = () =>
    ({ publicUrl: 'https://site.example', musicProxyUrl: undefined, listedWishes: () => world.wishes() }) as unknown as PageFacts;
  const draw = async (address: string, nonce: string, given: PageFacts) => {
    drawn.push(address);
    await world.before(address);
    const isNothing = address.includes('/-');
    const wishes = address.startsWith('/wishlist') ? await given.listedWishes().catch(() => 'none') : '';
    const text = `<html><head></head><body>${address} ${JSON.stringify(wishes)}<script nonce="${nonce}">run()</script></body></html>`;
    const isData = address.includes('.data');
    const headers = { 'content-type': isData ? 'text/x-script' : 'text/html; charset=utf-8' };
    return new Response(text, { status: isNothing && !address.startsWith('/r') ? 404 : world.status, headers });
  };
  const table = routeTable(routes, { 'study:slug': () => ['rosette'] });
  const lane = createDrawLane({ nowMs: () => nowMs }, rules);
  const kept = createKeptPages({ draw, facts, lane, placeholder: 'PLACEHOLDER', isFound: (path) => path !== '/terminal', maxKept });
  const answerManifest = createRouteManifest({ manifest: { version: 'v1', routes }, pages: table.pages, other: table.other });
  const pages = createBuiltPages({ table, kept, answerManifest, answeredElsewhere: 'resume', givesWay: () => false });
  const ask = async (address: string, headers: Record<string, string> = {}, from = '192.0.2.1'): Promise<DirectResponse | undefined> => {
    const mark = address.indexOf('?');
    const [path, search] = mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)];
    return pages.direct({ method: 'GET', path, search, headers, context: { address: from, secure: false, requestId: 'r' } });
  };
  const answer = (address: string) => pages.answer(new Request(`https://site.example${address}`), { address: '192.0.2.1' });
  return { ask, answer, drawn, world, refresh: kept.refresh, pass: (ms: number) => (nowMs += ms) };
}

const textOf = (response: DirectResponse | undefined) => String(response?.body ?? '');

test('a query that no page reads draws nothing: a thousand of them cost one drawing', async () => {
  const { ask, drawn } = startPages();
  for (let number = 0; number < 1000; number += 1) expect((await ask(`/?q=${number}`))?.status).toBe(200);
  for (let number = 0; number < 1000; number += 1) expect((await ask(`/terminal?c=${number}`))?.status).toBe(200);
  expect(drawn).toEqual(['/', '/terminal']);
});

test('a hundred and five spellings of a page are led to the one it has, and nothing is drawn, kept or displaced for them', async () => {
  const { ask, drawn } = startPages({ maxKept: 3 });
  await ask('/contact');
  await ask('/');
  const spellings = [...'contact'].flatMap((letter, index) => {
    const before = `/${'contact'.slice(0, index)}`;
    const after = 'contact'.slice(index + 1);
    const code = letter.charCodeAt(0).toString(16);
    return [`${before}${letter.toUpperCase()}${after}`, `${before}%${code}${after}`, `${before}%${code.toUpperCase()}${after}`].flatMap(
      (path) => ['', '/', '//', '///', '////'].map((end) => path + end),
    );
  });
  expect(spellings).toHaveLength(105);
  for (const path of spellings) {
    const answered = await ask(`${path}?next=//evil.example`);
    expect([path, answered?.status, answered?.headers['location']]).toEqual([path, 301, '/contact']);
  }
  await ask('/');
  await ask('/contact');
  expect(drawn).toEqual(['/contact', '/']);
});

test('a redirect repeats of a query what the page reads, written anew, and nothing else', async () => {
  const { ask } = startPages();
  const leads = async (address: string) => (await ask(address))?.headers['location'];
  expect(await leads('/Terminal?x=1&c=who%20am%20i%0d%0a&c=2')).toBe('/terminal?c=who+am+i%0D%0A');
  expect(await leads('/CONTACT?c=1')).toBe('/contact');
  expect(await leads('/RESUME/My-File.pdf?signature=a&q=2')).toBe('/resume/My-File.pdf?signature=a');
  expect(await leads('/Contact.data?_routes=contact,evil&x=1')).toBe('/contact.data?_routes=contact');
  expect(await leads('/contact/_.data')).toBe('/contact.data');
});

test('all addresses without a page have one body, and none of it is the address', async () => {
  const { answer, ask, drawn } = startPages();
  const bodies = new Set<string>();
  for (const path of ['/made-up', '/<script>', '/deep/er', '/%zz', '/contact/more']) {
    const response = await answer(path);
    expect(response.status).toBe(404);
    bodies.add(await response.text());
    expect(await ask(path)).toBeUndefined();
  }
  expect(bodies.size).toBe(1);
  for (const slug of ['one', 'two', 'Rosette']) expect((await ask(`/projects/${slug}`))?.status).toBe(404);
  expect(drawn).toEqual(['/-', '/projects/-']);
});

test('a page that looks in the browser what a token opens is drawn once for all tokens, and holds none', async () => {
  const { ask, drawn } = startPages();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`/r/token-${index}`)));
  expect(new Set(answers.map(textOf)).size).toBe(1);
  expect(drawn).toEqual(['/r/-']);
});

test('data for pages is kept by the routes it is wanted of, whatever else a query names', async () => {
  const { ask, drawn } = startPages();
  for (let number = 0; number < 50; number += 1) {
    await ask(`/contact.data?_routes=root,made-up-${number}&q=${number}`);
    await ask(`/contact.data?q=${number}`);
    await ask(`/_.data?_routes=${number}`);
    await ask(`/_.data?_routes=home,${number}`);
  }
  expect(drawn).toEqual(['/contact.data?_routes=root', '/contact.data', '/_.data?_routes=-', '/_.data?_routes=home']);
});

test('where a bound is met the oldest page goes', async () => {
  const { ask, drawn } = startPages({ maxKept: 2 });
  for (const path of ['/', '/contact', '/terminal', '/terminal', '/contact', '/']) await ask(path);
  expect(drawn).toEqual(['/', '/contact', '/terminal', '/']);
});

test('who has a page is told so, in each encoding by its own tag, and gets another one after a change', async () => {
  const { ask, refresh, world, drawn } = startPages();
  const plain = (await ask('/'))?.headers['etag'] ?? '';
  const packed = (await ask('/', { 'accept-encoding': 'gzip, br' }))?.headers['etag'] ?? '';
  expect(plain).not.toBe(packed);
  expect((await ask('/', { 'if-none-match': `"x", ${plain}` }))?.status).toBe(304);
  expect((await ask('/', { 'if-none-match': plain, 'accept-encoding': 'br' }))?.status).toBe(200);
  expect((await ask('/', { 'if-none-match': packed, 'accept-encoding': 'br' }))?.status).toBe(304);
  expect((await ask('/', { 'accept-encoding': 'br;q=0, gzip' }))?.headers['content-encoding']).toBeUndefined();
  refresh();
  world.before = async () => {};
  await ask('/');
  expect(drawn).toEqual(['/', '/']);
});

test('a page whose drawing began before a change is not kept after it', async () => {
  const { ask, refresh, world, drawn } = startPages();
  const waits = Promise.withResolvers<void>();
  world.before = () => waits.promise;
  const early = ask('/');
  refresh();
  const late = ask('/');
  waits.resolve();
  await Promise.all([early, late]);
  await ask('/');
  expect(drawn).toEqual(['/', '/']);
});

test('a page of rows is drawn again when another server changed them, and only then', async () => {
  const { ask, world, drawn } = startPages();
  world.wishes = async () => [wish('A lamp')];
  for (let count = 0; count < 5; count += 1) expect(textOf(await ask('/wishlist'))).toContain('A lamp');
  expect(drawn).toEqual(['/wishlist']);
  world.wishes = async () => [wish('A kettle')];
  expect(textOf(await ask('/wishlist'))).toContain('A kettle');
  world.wishes = async () => {
    throw new Error('the database is away');
  };
  expect(textOf(await ask('/wishlist'))).toContain('none');
  world.wishes = async () => [wish('A kettle')];
  expect(textOf(await ask('/wishlist'))).toContain('A kettle');
  expect(drawn).toHaveLength(4);
});

test('however many ask for a page of rows at once, the rows are read once for them', async () => {
  const { ask, world } = startPages();
  await ask('/wishlist');
  let reads = 0;
  world.wishes = async () => {
    reads += 1;
    return [];
  };
  await Promise.all(Array.from({ length: 200 }, () => ask('/wishlist')));
  expect(reads).toBeLessThanOrEqual(2);
});

test('a page that failed is nobody else’s, and its policy names a nonce of its own', async () => {
  const { ask, world, drawn } = startPages();
  world.status = 500;
  const answers = [await ask('/'), await ask('/')];
  const policies = answers.map((one) => one?.headers['content-security-policy'] ?? '');
  for (const [index, policy] of policies.entries()) {
    const nonce = /'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1];
    expect(textOf(answers[index])).toContain(`<script nonce="${nonce}">`);
  }
  expect(policies[0]).not.toBe(policies[1]);
  world.status = 200;
  expect((await ask('/'))?.headers['content-security-policy']).not.toContain('nonce');
  expect(drawn).toHaveLength(3);
});

test('drawing has a lane: an address that wants too much is refused for a while, others and what is kept are not', async () => {
  const { ask, refresh, pass } = startPages({ rules: { burst: 2, perSecond: 1, allBurst: 4, allPerSecond: 1 } });
  const statuses = async (from: string) => {
    const status = (await ask('/contact', {}, from))?.status;
    refresh();
    return status;
  };
  expect([await statuses('192.0.2.1'), await statuses('192.0.2.1'), await statuses('192.0.2.1')]).toEqual([200, 200, 429]);
  expect(await statuses('192.0.2.2')).toBe(200);
  const one = await ask('/contact', {}, '192.0.2.3');
  expect(one?.status).toBe(200);
  // Kept: outside of the lane, also for whom it refuses.
  expect((await ask('/contact', {}, '192.0.2.1'))?.status).toBe(200);
  const all = await ask('/', {}, '192.0.2.4');
  expect([all?.status, all?.headers['retry-after']]).toEqual([503, '3']);
  pass(1000);
  expect((await ask('/', {}, '192.0.2.4'))?.status).toBe(200);
});

test('what may not be drawn at once waits in line and is not refused', async () => {
  const { ask, world, drawn } = startPages({ rules: { atOnce: 1 } });
  const begun: PromiseWithResolvers<void>[] = [];
  world.before = () => {
    const one = Promise.withResolvers<void>();
    begun.push(one);
    return one.promise;
  };
  const answers = Promise.all(['/', '/contact', '/terminal'].map((path) => ask(path)));
  for (let number = 0; number < 3; number += 1) {
    while (begun.length <= number) await new Promise((resolve) => setImmediate(resolve));
    expect(drawn).toHaveLength(number + 1);
    begun[number]?.resolve();
  }
  expect((await answers).map((one) => one?.status)).toEqual([200, 200, 200]);
});

test('one address of IPv6 is its whole block in the lane', async () => {
  const { ask, refresh } = startPages({ rules: { burst: 1, perSecond: 1 } });
  expect((await ask('/', {}, '2001:db8::1'))?.status).toBe(200);
  refresh();
  expect((await ask('/', {}, '2001:db8::2'))?.status).toBe(429);
});

test('the router is told of the routes behind paths, in any spelling, and of no more than some hundred at once', async () => {
  const { ask } = startPages();
  const told = async (query: string) => ask(`/__manifest?${query}`);
  expect(JSON.parse(textOf(await told('version=v1&paths=/contact,/Terminal/,/made-up')))).toEqual({
    root: routes.root,
    contact: routes.contact,
    terminal: routes.terminal,
    other: routes.other,
  });
  expect((await told('version=v0&paths=/contact'))?.status).toBe(204);
  expect((await told(`version=v1&paths=${Array.from({ length: 3000 }, (_, index) => index).join(',')}`))?.status).toBe(400);
});
