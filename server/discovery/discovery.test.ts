import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';
import { isFoundPath } from './discovery.ts';

const hostileName = '</script><script>alert(1)</script>$& $` <!--';

const data = await copyStartedData();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
let server: RunningServer;
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '..', '..', 'content'), content, { recursive: true });
  writeProfile({ name: hostileName, securityContact: undefined });
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: content });
});
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(content, { recursive: true });
});

function writeProfile(change: Readonly<Record<string, unknown>>): void {
  const sample: object = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'content', 'profile.json'), 'utf8'));
  writeFileSync(join(content, 'profile.json'), JSON.stringify({ ...sample, ...change }));
}

test('a name full of markup starts no script of its own and reaches programs as it is', async () => {
  const html = await (await fetch(server.url)).text();
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ '@graph': [{ mainEntity: { name: hostileName } }, { name: hostileName }] });
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('\\u003cscript\\u003ealert');
});

test('the contact page and the resume say whose they are; other pages carry no data for programs', async () => {
  const htmlOf = async (path: string) => (await fetch(`${server.url}${path}`)).text();
  for (const [path, type] of [
    ['/contact', 'ContactPage'],
    ['/cv', 'ProfilePage'],
  ] as const) {
    const said = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(await htmlOf(path))?.[1] ?? '';
    expect(JSON.parse(said)).toMatchObject({ '@type': type, mainEntity: { name: hostileName } });
  }
  for (const path of ['/proof', '/wishlist']) expect(await htmlOf(path)).not.toContain('application/ld+json');
});

test('without a contact there is no security.txt, and once one is saved there is', async () => {
  const read = async () => fetch(`${server.url}/.well-known/security.txt`);
  expect((await read()).status).toBe(404);
  writeProfile({ securityContact: 'https://example.org/report' });
  let answer = await read();
  while (answer.status !== 200) answer = await read();
  expect(await answer.text()).toMatch(/^Contact: https:\/\/example\.org\/report\nExpires: /);
});

test.each([
  ['/', true],
  ['/contact', true],
  ['/auth-terminal', false],
  ['/dashboard', false],
  ['/projects/rosette', true],
  ['/projects/other', false],
  ['/writing', true],
  ['/writing/keys', true],
  ['/writing/other', false],
  ['/made-up', false],
])('whether search engines may list %s: %s', (path, isFound) => {
  const projects = [{ name: 'Rosette', description: 'x', highlights: [], keywords: [], roles: [], caseStudy: 'rosette.md' }];
  expect(isFoundPath(path, { projects }, [{ slug: 'keys' }])).toBe(isFound);
});

test('the page with all projects may be found where it has more than the home page, and not where it says the same again', () => {
  const projectsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Made ${at}`, description: 'x', highlights: [], keywords: [], roles: [] }));
  expect([0, 6, 7].map((count) => isFoundPath('/projects', { projects: projectsOf(count) }, []))).toEqual([false, false, true]);
});

test.each([
  ['/', null],
  ['/dashboard', 'noindex'],
  ['/projects/other', 'noindex'],
  ['/made-up', 'noindex'],
])('the robots header of %s is %s', async (path, header) => {
  expect((await fetch(`${server.url}${path}`)).headers.get('x-robots-tag')).toBe(header);
});
