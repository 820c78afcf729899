import { expect, test } from 'vitest';
import { formatLinkCsv, readLinkCsv } from './link-csv.ts';
import { linkSchema } from './link-row.ts';

const origin = 'https://castellan.test';
const now = new Date('2026-11-22T12:00:00Z');
const read = (text: string, existing: Parameters<typeof readLinkCsv>[1] = []) => readLinkCsv(text, existing, origin, now);
const rowsOf = (plan: ReturnType<typeof read>) =>
  (plan?.edits ?? []).map(({ id, values }) =>
    linkSchema.parse({ version: 1, updated_at: '', created_at: '', deleted_at: null, ...values, id }),
  );

test('a file of links becomes links, what is none is named with its line, and an export comes back equal', () => {
  const plan = read(
    'slug,url,title,tags,expires_at,max_visits\r\ntalk,https://example.org/talk,=cmd,"a, b",2027-01-01T00:00:00Z,5\r\n,example.org/x,,,,\r\nbad,nowhere,,,,\r\n',
  );
  expect(plan?.rejected).toEqual([{ line: 4, text: 'bad, nowhere, , , , ', reason: expect.stringContaining('https://') }]);
  const rows = rowsOf(plan);
  expect(rows).toMatchObject([
    { slug: 'talk', url: 'https://example.org/talk', title: '=cmd', tags: ['a', 'b'], max_visits: 5 },
    { url: 'https://example.org/x', slug: expect.stringMatching(/^\w{7}$/) },
  ]);
  const file = formatLinkCsv(rows);
  expect(file).toContain("'=cmd");
  expect(read(file, rows)).toMatchObject({ edits: [], fresh: [], changed: [], rejected: [] });
});

test('a file of another shortener is read by its own names, and changes only what it names', () => {
  const before = rowsOf(read('slug,url,title\ntalk,https://example.org/old,Kept\n'));
  const plan = read('Short code;Long URL\ntalk;https://example.org/new\n', before);
  expect(plan?.edits).toMatchObject([{ kind: 'change', values: { url: 'https://example.org/new' } }]);
  expect(Object.keys(plan?.edits[0]?.values ?? {})).toEqual(['url']);
});

test('a list of destinations alone is read twice without a second link', () => {
  const rows = rowsOf(read('url\nhttps://example.org/1\nhttps://example.org/1\nhttps://example.org/2\n'));
  expect(rows).toHaveLength(2);
  expect(read('url\nhttps://example.org/2\n', rows)?.edits).toEqual([]);
});

test('a file without destinations is none', () => {
  expect(read('a,b\n1,2\n')).toBeUndefined();
});
