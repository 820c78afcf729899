import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPublicRoutes } from '../../tests/e2e/public-routes.ts';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';

const root = join(import.meta.dirname, '..', '..');
const data = await copyStartedData();
let server: RunningServer;

beforeAll(async () => {
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: join(root, 'tests', 'second-person') });
}, 120_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

/** What visitors fetch besides the pages. */
const files = [
  ...['/robots.txt', '/sitemap.xml', '/humans.txt', '/.well-known/security.txt', '/manifest.webmanifest'],
  ...['/facts.json', '/ask.json', '/places.json', '/proof/key.pem', '/proof/days.txt', '/favicon.svg', '/api-lab/sender'],
  ...[
    '/desktop',
    '/projects/sledovatel',
    '/resume',
    '/s/nothing',
    '/r/nothing',
    '/auth/v1/nothing',
    '/rest/v1/nothing',
    '/NOWHERE',
    '/%zz',
  ],
];

test('no page, file or head that a visitor of another owner is sent names the product', async () => {
  const named: string[] = [];
  for (const path of [...findPublicRoutes(), ...files]) {
    const answer = await fetch(server.url + path, { redirect: 'manual' });
    const heads = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const text = `${heads}\n${await answer.text()}`;
    const at = text.search(/castellan/i);
    if (at >= 0) named.push(`${path}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
  }
  expect(named).toEqual([]);
});

/** Names of stores and channels in the browser, which nobody can rename without losing what lies there. */
const storeNames = /^castellan(?:-auth-token|-records(?:-sender)?|-bell-preferences|-captures|-vault)?$/;

/** Texts that no visitor reads: in hashes, seeds and measurements, where another text would give another result; and the owner's own. */
const unread = [
  ...['castellan log day 1', 'https://castellan.invalid', 'castellan_partition', 'castellan_probe', 'castellan.draft.2'],
  // The seed of a day's game, and what is drawn to tell how a browser draws.
  ...[/^castellan \$\{\w+\} \$\{\w+\}$/, /^Castellan, 0123 /],
  // What the owner exports, and the owner's settings.
  ...[/^PRODID:-\/\/Castellan\/\//, 'open-castellan-export.html', /^Castellan is under the MIT licence/],
];

const isRead = (text: string) =>
  !storeNames.test(text) && !unread.some((known) => (typeof known === 'string' ? known === text : known.test(text)));

test('no script that a public page may fetch has a text for visitors that names the product', async () => {
  const folder = join(root, 'web', 'build', 'client');
  const entries = new Set<string>();
  for (const path of findPublicRoutes()) {
    const html = await (await fetch(server.url + path)).text();
    for (const [, file = ''] of html.matchAll(/"(\/assets\/[^"]+\.js)"/g)) entries.add(file.slice(1));
  }
  const scripts = reachable(folder, entries);
  expect(scripts.size).toBeGreaterThan(entries.size);
  const named = [...scripts].flatMap((file) =>
    textsIn(readFileSync(join(folder, file), 'utf8'))
      .filter((text) => /castellan/i.test(text) && isRead(text))
      .map((text) => `${file}: ${text.slice(0, 120)}`),
  );
  expect(named).toEqual([]);
  expect(readdirSync(join(folder, 'assets')).length).toBeGreaterThan(scripts.size);
});

/** The scripts that a page may fetch: its own, and those that they import, as they start or later. */
function reachable(folder: string, entries: Iterable<string>): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      found.add(`assets/${imported}`);
  }
  return found;
}

/** The texts between quotes in a script. */
function textsIn(source: string): readonly string[] {
  return [...source.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\]*)`/g)].map(
    ([, double, single, template]) => double ?? single ?? template ?? '',
  );
}
