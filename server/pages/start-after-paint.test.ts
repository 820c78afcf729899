import { expect, test } from 'vitest';
import { startAfterPaint } from './start-after-paint.ts';

const page = `<head><link rel="stylesheet" href="/assets/app.css"/><link rel="modulepreload" href="/assets/entry.client-a.js"/><link rel="modulepreload" href="/assets/root-b.js"/></head><body><p>$& text</p><script>window.__reactRouterContext = {};</script><script type="module" async="">;
import * as route0 from "/assets/root-b.js";
import * as route1 from "/assets/page-c.js";
  window.__reactRouterManifest = {"routes":{}};
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.client-a.js");</script></body>`;

test('no script file is asked for before something is painted', () => {
  const changed = startAfterPaint(page);
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
  const changed = startAfterPaint(page);
  const places = [
    'const [route0, route1] = await Promise.all([import("/assets/root-b.js"), import("/assets/page-c.js")]);',
    'window.__reactRouterRouteModules = {"root":route0,"page":route1};',
    'import("/assets/entry.client-a.js");</script>',
  ].map((text) => changed.indexOf(text));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
});

test('the page beside its scripts stays as it was, and no other script comes', () => {
  const changed = startAfterPaint(page);
  expect(changed).toContain('<p>$& text</p>');
  expect(changed.match(/<script/g)).toHaveLength(2);
  expect(changed.match(/<script/g)).toHaveLength(2);
});

test('a page whose start is written in another way is left alone', () => {
  const other = page.replace(' async=""', '');
  expect(startAfterPaint(other)).toBe(other);
});

test('a page that shows nothing before it knows who looks starts at once', () => {
  const guarded = page.replace('"page":route1', '"surfaces/owner-gate":route1');
  expect(startAfterPaint(guarded)).toBe(guarded);
});
