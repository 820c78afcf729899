import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What opens a connection without an import that the import rules could see. */
const waysOut = [
  /(?<![.\w])fetch\s*\(/,
  /\bglobalThis\.fetch\b/,
  /\bnew (WebSocket|EventSource|XMLHttpRequest)\b/,
  /\bhttps?\.(request|get)\s*\(/,
  /\b(net|tls)\.(connect|createConnection)\s*\(/,
  /\bimport\s*\{[^}]*\b(connect|createConnection|Socket)\b[^}]*\}\s*from\s*'node:(net|tls)'/,
  /\bimport\s*\{[^}]*\b(request|get|ClientRequest)\b[^}]*\}\s*from\s*'node:https?'/,
];

/** The program's own files that run in the server's process, without their tests. */
function serverFiles(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/(\.test\.tsx?|^(start-)?test-.*)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => isWanted(path) && !path.includes('node_modules'));
}

test('nobody in the server opens a connection but the egress guard', () => {
  const files = [
    ...serverFiles('server', (path) => !path.startsWith('server/adapters/')),
    ...serverFiles('platform/src', () => true),
    ...serverFiles('packages', () => true),
    ...serverFiles('web/app', (path) => /\.server\.tsx?$/.test(path)),
  ];
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((path) => waysOut.some((way) => way.test(readFileSync(join(root, path), 'utf8'))));
  expect(found).toEqual([]);
});

test.each([
  'await fetch(address)',
  'globalThis.fetch',
  'new WebSocket(address)',
  'http.request(address)',
  'https.get(address)',
  "import { connect } from 'node:net';",
  "import { request } from 'node:http';",
])('%s would be found', (line) => {
  expect(waysOut.some((way) => way.test(line))).toBe(true);
});
