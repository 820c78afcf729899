import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { keyPairOf } from '@castellan/release/test-releases';
import { expect, test } from 'vitest';
import { createReleaseKeeper } from './keep-release.ts';
import { cacheNames, dropReleases, type ReleaseCaches, readReleaseState } from './release-state.ts';

/** A site of files by path, which a test changes, and a device before it. */
function makeWorld() {
  const site = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string; status?: number }>();
  const stores = new Map<string, Map<string, Response>>();
  const caches: ReleaseCaches = {
    open: async (name) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return { match: async (address) => store.get(address)?.clone(), put: async (address, response) => void store.set(address, response) };
    },
    has: async (name) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  };
  const device = { nowMs: 0, online: true, asked: 0, failAfter: Number.POSITIVE_INFINITY };
  const fetch = async (address: string) => {
    device.asked += 1;
    if (!device.online || device.asked > device.failAfter) throw new TypeError('no network');
    const file = site.get(address);
    return new Response(file?.body ?? null, {
      status: file?.status ?? (file === undefined ? 404 : 200),
      headers: { 'content-type': file?.type ?? '' },
    });
  };
  const newKeeper = () => createReleaseKeeper({ caches, fetch, nowMs: () => device.nowMs });
  return { site, stores, caches, device, newKeeper };
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

test('a file with other bytes, of another type or behind another status is named, and nothing of its release is kept', async () => {
  const faults = [
    { fault: { body: bytes('hostile'), type: 'text/javascript' }, reason: 'other_bytes' },
    { fault: { body: bytes('script 2'), type: 'application/octet-stream' }, reason: 'wrong_type' },
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
