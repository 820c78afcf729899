import { expect, test, vi } from 'vitest';
import { writeStart } from './page-start.ts';

const page = `<head><link rel="stylesheet" href="/assets/app.css"/><link rel="modulepreload" href="/assets/entry.client-a.js"/><link rel="modulepreload" href="/assets/root-b.js"/></head><body><p>$& text</p><script>window.__reactRouterContext = {};</script><script type="module" async="">;
import * as route0 from "/assets/root-b.js";
import * as route1 from "/assets/page-c.js";
  window.__reactRouterManifest = {"routes":{}};
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.client-a.js");</script></body>`;

test('no script file is asked for before something is painted', () => {
  const changed = writeStart(page);
  expect(changed).not.toContain('<link rel="modulepreload"');
  expect(changed).not.toMatch(/^\s*import \*/m);
  const script = changed.slice(changed.indexOf('type="module"'));
  const waits = script.indexOf('await new Promise');
  expect(waits).toBeGreaterThan(0);
  for (const file of ['/assets/entry.client-a.js', '/assets/root-b.js', '/assets/page-c.js']) {
    expect(script.indexOf(`"${file}"`)).toBeGreaterThan(waits);
  }
});

test('what starts is the same, in the same order: routes, what the router keeps of them, the entry', () => {
  const changed = writeStart(page);
  const places = [
    'const [route0, route1] = await Promise.all([import("/assets/root-b.js"), import("/assets/page-c.js")]);',
    'window.__reactRouterRouteModules = {"root":route0,"page":route1};',
    'import("/assets/entry.client-a.js");</script>',
  ].map((text) => changed.indexOf(text));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
});

test('the page beside its scripts stays as it was, and no other script comes', () => {
  const changed = writeStart(page);
  expect(changed).toContain('<p>$& text</p>');
  expect(changed.match(/<script/g)).toHaveLength(2);
  expect(changed.match(/<script/g)).toHaveLength(2);
});

test('a page whose start is written in another way is left alone', () => {
  const other = page.replace(' async=""', '');
  expect(writeStart(other)).toBe(other);
});

const guarded = page.replace('"page":route1', '"surfaces/owner-gate":route1');

test('a page that shows nothing before it knows who looks starts at once, and reads the list of every route before its entry where a worker keeps it', () => {
  const changed = writeStart(guarded);
  const [before, rest = ''] = changed.split('if (navigator.serviceWorker?.controller) ');
  expect(before).toBe(guarded.slice(0, guarded.indexOf('import("/assets/entry')));
  const [list, entry] = rest.split('import("/assets/entry');
  expect(list).toContain('await import(window.__reactRouterManifest.url)');
  expect(entry).toBe('.client-a.js");</script></body>');
});

/** Runs what stands before the entry of a page of the owner's; says how the router finds further routes after it. */
async function discoveryOf(controller: object | null, load: () => Promise<unknown>): Promise<unknown> {
  const changed = writeStart(guarded);
  const script = changed.slice(changed.indexOf('if (navigator'), changed.indexOf('import("/assets/entry')).replace('import(', 'load(');
  const context = { routeDiscovery: { mode: 'lazy' } };
  const shown = { __reactRouterManifest: { url: '/assets/manifest-d.js' }, __reactRouterContext: context };
  const run = new Function('navigator', 'window', 'load', `return (async () => { ${script} })();`);
  await run({ serviceWorker: { controller } }, shown, load);
  return context.routeDiscovery;
}

test('with the list of every route the router asks nobody for one; without a worker, or without the list, it does', async () => {
  const list = vi.fn(() => Promise.resolve());
  expect(await discoveryOf({}, list)).toEqual({ mode: 'initial' });
  expect(list.mock.calls).toEqual([['/assets/manifest-d.js']]);
  expect(await discoveryOf(null, list)).toEqual({ mode: 'lazy' });
  expect(list).toHaveBeenCalledTimes(1);
  expect(await discoveryOf({}, () => Promise.reject(new TypeError()))).toEqual({ mode: 'lazy' });
});
