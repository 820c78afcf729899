import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { keyPairOf } from '@castellan/release/test-releases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReleaseKeeper } from './keep-release.ts';
import { cacheNames, dropReleases, type ReleaseCaches, readReleaseState } from './release-state.ts';

/** `hangs`: its answer never comes. */
type SiteFile = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly hangs?: boolean;
};

/** A site of files by path, which a test changes, and a device before it. */
function makeWorld() {
  const site = new Map<string, SiteFile>();
  const stores = new Map<string, Map<string, Response>>();
  const caches: ReleaseCaches = {
    open: async (name) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      const put = async (address: string, response: Response) => {
        write();
        store.set(address, response);
      };
      return { match: async (address) => store.get(address)?.clone(), put };
    },
    has: async (name) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => {
      write();
      return stores.delete(name);
    },
  };
  const write = () => {
    if (device.writesLeft <= 0) throw new DOMException('full', 'QuotaExceededError');
    device.writesLeft -= 1;
  };
  const device = { nowMs: 0, online: true, asked: 0, failAfter: Number.POSITIVE_INFINITY, writesLeft: Number.POSITIVE_INFINITY };
  let ending = new AbortController();
  const fetch = async (address: string, { signal }: RequestInit) => {
    device.asked += 1;
    if (!device.online || device.asked > device.failAfter) throw new TypeError('no network');
    const file = site.get(address);
    if (file?.hangs) await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return new Response(file?.body ?? null, {
      status: file?.status ?? (file === undefined ? 404 : 200),
      headers: { 'content-type': file?.type ?? '', ...file?.headers },
    });
  };
  const lookEnds = () => {
    ending = new AbortController();
    return ending.signal;
  };
  const newKeeper = () => createReleaseKeeper({ caches, fetch, nowMs: () => device.nowMs, lookEnds });
  return { site, stores, caches, device, newKeeper, endLook: () => ending.abort() };
}

type World = ReturnType<typeof makeWorld>;

const bytes = (text: string) => new TextEncoder().encode(text);
const key = keyPairOf(9);

/** Puts a release on the site: a page, a script whose words tell releases apart, and a page's own. */
function publish({ site }: World, version: number, signed = false): Release {
  const files: Record<string, string> = {};
  const put = (path: string, text: string, type: string) => {
    site.set(path, { body: bytes(text), type });
    files[path] = hashOf(bytes(text));
  };
  put('/dashboard', `<p>shell ${version}</p>`, 'text/html; charset=utf-8');
  put(`/assets/a-${version}.js`, `script ${version}`, 'text/javascript; charset=utf-8');
  put(`/assets/worker-x.wasm-abcdefg${version}.js`, `worker ${version}`, 'text/javascript; charset=utf-8');
  const policies = { page: 'page', worker: 'worker', 'wasm-worker': 'wasm', 'service-worker': 'sw' };
  const head = { format: 1, version, name: '0.1.0', commit: null, shell: '/dashboard', routes: ['/dashboard', '/tasks'] } as const;
  const release: Release = { ...head, routes: [...head.routes], files, policies };
  offer(site, release, signed);
  return release;
}

function offer(site: World['site'], release: Release, signed: boolean): void {
  const body = writeRelease(release);
  site.set('/release.json', { body, type: 'application/json' });
  if (!signed) return;
  site.set('/release.json.minisig', { body: bytes(key.sign(body)), type: 'text/plain' });
  site.set('/release-key.pub', { body: bytes(`${key.line}\n`), type: 'text/plain' });
}

async function install(signed = false) {
  const world = makeWorld();
  publish(world, 1, signed);
  const keeper = world.newKeeper();
  await keeper.look();
  return { world, keeper };
}

const textAt = async (keeper: ReturnType<World['newKeeper']>, path: string, isPage = false) => (await keeper.find(path, isPage))?.text();

test('a kept release answers for every guarded page and its files without a network, with the policies of the release', async () => {
  const { world } = await install();
  world.device.online = false;
  const keeper = world.newKeeper();
  await keeper.start();
  expect(await textAt(keeper, '/tasks', true)).toBe('<p>shell 1</p>');
  expect((await keeper.find('/dashboard', true))?.headers.get('content-security-policy')).toBe('page');
  expect((await keeper.find('/assets/worker-x.wasm-abcdefg1.js', false))?.headers.get('content-security-policy')).toBe('wasm');
  expect(await textAt(keeper, '/contact', true)).toBeUndefined();
  expect(await textAt(keeper, '/assets/other.js')).toBeUndefined();
});

test('a site without a release, or with one that is no release, leaves nothing on the device', async () => {
  const world = makeWorld();
  expect(await world.newKeeper().look()).toBeUndefined();
  world.site.set('/release.json', { body: bytes('{}'), type: 'application/json' });
  expect(await world.newKeeper().look()).toBeUndefined();
  expect([...world.stores.keys()]).toEqual([]);
});

test('a newer signed release is taken whole and answers from the next start on; open pages go on loading files of the old one', async () => {
  const { world, keeper } = await install(true);
  publish(world, 2, true);
  expect((await keeper.look())?.looked.found).toBe('taken');
  expect(await textAt(keeper, '/tasks', true)).toBe('<p>shell 1</p>');
  const next = world.newKeeper();
  await next.start();
  expect(await textAt(next, '/tasks', true)).toBe('<p>shell 2</p>');
  expect(await textAt(next, '/assets/a-1.js')).toBe('script 1');
});

test('cut off after any number of answers, a device goes on with the old release whole', async () => {
  for (let answered = 0; answered <= 5; answered += 1) {
    const { world, keeper } = await install(true);
    publish(world, 2, true);
    world.device.failAfter = world.device.asked + answered;
    await keeper.look();
    const next = world.newKeeper();
    await next.start();
    expect(await textAt(next, '/tasks', true), `after ${answered}`).toBe('<p>shell 1</p>');
    expect(await textAt(next, '/assets/a-1.js')).toBe('script 1');
    world.device.failAfter = Number.POSITIVE_INFINITY;
    expect((await next.look())?.next?.version).toBe(2);
  }
});

test('a file with other bytes or behind another status is named, and nothing of its release is kept', async () => {
  const faults = [
    { fault: { body: bytes('hostile'), type: 'text/javascript' }, reason: 'other_bytes' },
    { fault: { body: bytes('script 2'), type: 'text/javascript', status: 203 }, reason: 'status_203' },
  ];
  for (const { fault, reason } of faults) {
    const { world, keeper } = await install(true);
    publish(world, 2, true);
    world.site.set('/assets/a-2.js', fault);
    expect((await keeper.look())?.looked).toMatchObject({ found: 'refused', reason, file: '/assets/a-2.js' });
    expect([...world.stores.keys()].filter((name) => name.startsWith(cacheNames.files))).toHaveLength(1);
    expect(await textAt(keeper, '/dashboard', true)).toBe('<p>shell 1</p>');
  }
});

test('an added script, an older release and a signature that is gone are refused by name, and the old release goes on', async () => {
  const { world, keeper } = await install(true);
  const second = publish(world, 2, true);
  offer(world.site, second, true);
  world.site.set('/release.json', {
    body: writeRelease({ ...second, files: { ...second.files, '/assets/evil.js': second.files['/dashboard'] ?? '' } }),
    type: '',
  });
  expect((await keeper.look())?.looked).toMatchObject({ found: 'refused', reason: 'signature_wrong' });
  offer(world.site, second, true);
  await keeper.look();
  publish(world, 1, true);
  expect((await keeper.look())?.looked).toMatchObject({ found: 'refused', reason: 'older' });
  publish(world, 3, true);
  world.site.delete('/release.json.minisig');
  expect((await keeper.look())?.looked).toMatchObject({ found: 'refused', reason: 'signature_missing' });
  expect((await readReleaseState(world.caches))?.next?.version).toBe(2);
});

test('without a key another release waits until the owner agreed to exactly its hash', async () => {
  const { world, keeper } = await install();
  const second = publish(world, 2);
  const hash = hashOf(writeRelease(second));
  expect((await keeper.look())?.looked).toMatchObject({ found: 'asks', offered: { hash, version: 2 } });
  expect((await keeper.look('another'))?.next).toBeUndefined();
  expect((await keeper.look(hash))?.next).toEqual({ hash, version: 2 });
});

test('however many releases follow, at most two are on the device', async () => {
  const { world, keeper } = await install(true);
  for (let version = 2; version <= 6; version += 1) {
    publish(world, version, true);
    await keeper.look();
    if (version % 2 === 0) await keeper.start();
    expect([...world.stores.keys()].filter((name) => name.startsWith(cacheNames.files)).length).toBeLessThanOrEqual(2);
  }
});

test('looking by itself happens once an hour, also after the clock was set back, and never before something is kept', async () => {
  const world = makeWorld();
  publish(world, 1);
  const keeper = world.newKeeper();
  await keeper.lookIfDue();
  expect(world.device.asked).toBe(0);
  await keeper.look();
  const { asked } = world.device;
  await keeper.lookIfDue();
  expect(world.device.asked).toBe(asked);
  world.device.nowMs = -3_600_000;
  await keeper.lookIfDue();
  expect(world.device.asked).toBeGreaterThan(asked);
});

test('forgetting takes files and pins', async () => {
  const { world, keeper } = await install();
  await dropReleases(world.caches);
  expect([...world.stores.keys()]).toEqual([]);
  expect(await textAt(keeper, '/dashboard', true)).toBeUndefined();
});

test('whatever headers a host sends with the right bytes, a kept file has those of the release and none of the host’s', async () => {
  const world = makeWorld();
  publish(world, 1, true);
  const honest = world.newKeeper();
  await honest.look();
  const hostile = makeWorld();
  publish(hostile, 1, true);
  const headers = {
    'permissions-policy': 'camera=*',
    'cross-origin-opener-policy': 'unsafe-none',
    'content-security-policy': 'x',
    link: '</e>',
  };
  for (const [path, file] of hostile.site)
    hostile.site.set(path, { ...file, type: 'text/html; charset=iso-2022-jp', headers: { ...headers, 'set-cookie': 'a=b' } });
  const keeper = hostile.newKeeper();
  expect((await keeper.look())?.looked.found).toBe('taken');
  for (const path of ['/dashboard', '/assets/a-1.js', '/assets/worker-x.wasm-abcdefg1.js']) {
    const isPage = path === '/dashboard';
    const [one, other] = await Promise.all([honest, keeper].map((from) => from.find(path, isPage)));
    expect(one).toBeDefined();
    expect([...(other?.headers ?? [])]).toEqual([...(one?.headers ?? [])]);
  }
});

/** A device with release 1 in use and release 2 whole, waiting for the next start. */
async function waiting() {
  const { world } = await install(true);
  publish(world, 2, true);
  await world.newKeeper().look();
  return world;
}

test('after a true release that never comes whole, the next start has the release that was kept, and takes the one before it anew', async () => {
  const world = await waiting();
  const second = new Map(world.site);
  publish(world, 3, true);
  world.site.set('/assets/a-3.js', { body: bytes('hostile'), type: 'text/javascript' });
  expect((await world.newKeeper().look())?.looked).toMatchObject({ found: 'refused', reason: 'other_bytes' });
  const next = world.newKeeper();
  await next.start();
  expect(await textAt(next, '/tasks', true)).toBe('<p>shell 1</p>');
  for (const [path, file] of second) world.site.set(path, file);
  expect((await next.look())?.next?.version).toBe(2);
});

test('ended or without room before any write, a device starts from a whole release, and takes the newest once there is room', async () => {
  for (let writes = 0; writes <= 14; writes += 1) {
    const world = await waiting();
    publish(world, 3, true);
    world.device.writesLeft = writes;
    await world
      .newKeeper()
      .look()
      .catch(() => undefined);
    const full = world.newKeeper();
    world.device.writesLeft = 0;
    await full.start().catch(() => undefined);
    expect(await textAt(full, '/tasks', true), `after ${writes}`).toMatch(/^<p>shell [123]<\/p>$/);
    world.device.writesLeft = Number.POSITIVE_INFINITY;
    const next = world.newKeeper();
    await next.start();
    expect(await textAt(next, '/tasks', true), `after ${writes}`).toMatch(/^<p>shell [123]<\/p>$/);
    await next.look();
    const last = world.newKeeper();
    await last.start();
    expect(await textAt(last, '/tasks', true), `after ${writes}`).toBe('<p>shell 3</p>');
  }
});

test('files that are gone from the device are fetched anew, whatever was asked for in between', async () => {
  const { world, keeper } = await install(true);
  for (const name of [...world.stores.keys()]) if (name.startsWith(cacheNames.files)) world.stores.delete(name);
  expect(await textAt(keeper, '/tasks', true)).toBeUndefined();
  expect(await textAt(keeper, '/assets/a-1.js')).toBeUndefined();
  expect((await keeper.look())?.looked.found).toBe('taken');
  expect(await textAt(keeper, '/tasks', true)).toBe('<p>shell 1</p>');
});

test('a look for which an answer never comes ends, is told of, and holds no later look', async () => {
  for (const path of ['/release.json', '/release.json.minisig', '/assets/a-2.js']) {
    const { world, keeper } = await install(true);
    publish(world, 2, true);
    const file = world.site.get(path) ?? { body: bytes(''), type: '' };
    world.site.set(path, { ...file, hangs: true });
    const { asked } = world.device;
    const hanging = keeper.look();
    await expect.poll(() => world.device.asked).toBeGreaterThan(asked);
    world.endLook();
    expect((await hanging)?.looked.found).toMatch(/^(?:no-answer|refused)$/);
    world.site.set(path, file);
    expect((await keeper.look())?.looked.found).toBe('taken');
  }
});

test('what the owner agreed to is taken, also while a look is under way that does not know of it', async () => {
  const { world, keeper } = await install();
  const hash = hashOf(writeRelease(publish(world, 2)));
  const [, agreed, other] = await Promise.all([keeper.look(), keeper.look(hash), keeper.look()]);
  expect([agreed?.next?.hash, other?.next?.hash]).toEqual([hash, hash]);
});

test('without a key a device goes on asking, whatever key the site hands out beside a true release', async () => {
  const { world, keeper } = await install();
  const hash = hashOf(writeRelease(publish(world, 2, true)));
  expect((await keeper.look(hash))?.pinned).toEqual({ hash, version: 2, key: null });
  publish(world, 3, true);
  expect((await keeper.look())?.looked.found).toBe('asks');
});

/** What a site holds for a release: signed by the pinned key, by another or by none, its files as listed, changed or missing. */
const hosted = [1, 2, 3, 4].flatMap((version) =>
  (['signed', 'unsigned', 'signed by another'] as const).flatMap((by) =>
    (['whole', 'changed', 'missing'] as const).map((files) => {
      const world = makeWorld();
      const release = publish(world, version, by === 'signed');
      const other = keyPairOf(8);
      if (by === 'signed by another') {
        world.site.set('/release.json.minisig', { body: bytes(other.sign(writeRelease(release))), type: '' });
        world.site.set('/release-key.pub', { body: bytes(other.line), type: '' });
      }
      if (files === 'missing') world.site.delete(`/assets/a-${version}.js`);
      if (files === 'changed') world.site.set(`/assets/a-${version}.js`, { body: bytes('hostile'), type: 'text/javascript' });
      return { version, by, files, site: world.site };
    }),
  ),
);
const step = fc.oneof(
  fc.record({ offers: fc.constantFrom(...hosted) }),
  fc.record({ looks: fc.constant(true), answers: fc.option(fc.nat(6), { nil: 99 }), writes: fc.option(fc.nat(8), { nil: 99 }) }),
  fc.record({ starts: fc.constant(true), writes: fc.option(fc.nat(1), { nil: 99 }) }),
);

test('whatever a host offers, breaks off or fills, in any order, a device answers whole from what its key signed, and never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { world } = await install(true);
      const { device, site } = world;
      let keeper = world.newKeeper();
      const truly = new Set([1]);
      let least = 1;
      for (const one of steps) {
        if ('offers' in one) {
          site.clear();
          for (const [path, file] of one.offers.site) site.set(path, file);
          if (one.offers.by === 'signed' && one.offers.files === 'whole') truly.add(one.offers.version);
          continue;
        }
        device.writesLeft = one.writes;
        if ('looks' in one) {
          device.failAfter = device.asked + one.answers;
          await keeper.look().catch(() => undefined);
        } else {
          keeper = world.newKeeper();
          await keeper.start().catch(() => undefined);
        }
        device.writesLeft = Number.POSITIVE_INFINITY;
        const state = await readReleaseState(world.caches);
        const version = state?.kept.version ?? 0;
        expect(state?.pinned.key).toBe(key.line);
        expect(version).toBeGreaterThanOrEqual(least);
        least = version;
        expect([...truly]).toContain(version);
        expect(await textAt(keeper, '/tasks', true)).toBe(`<p>shell ${version}</p>`);
        expect(await textAt(keeper, `/assets/a-${version}.js`)).toBe(`script ${version}`);
      }
    }),
    { numRuns: 60 },
  );
});
