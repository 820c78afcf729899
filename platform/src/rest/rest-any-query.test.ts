import { afterAll, describe, expect, test } from 'vitest';
import type { LogFields } from '../core/log.ts';
import { startTestRest } from './start-test-rest.ts';
import { makeRandom } from './test-random.ts';
import { testSchema } from './test-schema.ts';

const faults: LogFields[] = [];
const note = (_event: string, fields: LogFields = {}) => void faults.push(fields);
const rest = await startTestRest(testSchema, { debug: () => {}, info: () => {}, warn: note, error: note });
afterAll(rest.stop);
const user = await rest.makeUser();

/** Real fields of the table `remarks`. */
const columns = [
  'id',
  'title',
  'stars',
  'price',
  'tags',
  'data',
  'raw',
  'span',
  'mood',
  'label',
  'code',
  'flags',
  'is_open',
  'happened_at',
  'search',
  'user_id',
  'data->a',
  'data->>a',
  'tags->0',
  'raw->>0',
];

const names = [
  'id',
  'title',
  'stars',
  'price',
  'tags',
  'data',
  'raw',
  'span',
  'mood',
  'label',
  'code',
  'flags',
  'is_open',
  'happened_at',
  'search',
  'user_id',
  'nope',
  '*',
  '',
  'data->a',
  'data->>a',
  'tags->0',
  'data->-1',
  'raw->>0',
  'a.b',
  '"ti tle"',
  'not',
  'and',
  'or',
];
const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxl',
  'nxr',
  'adj',
  'isdistinct',
  'fts',
  'plfts',
  'wfts(english)',
  'eq(any)',
  'like(all)',
  'not.eq',
  'not.in',
  'not.is',
  'EQ',
  '',
  'eq(some)',
];
const values = [
  '1',
  '-1',
  '1e400',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'null',
  'true',
  '',
  'a',
  '(1,2)',
  '("a,b",c)',
  '(',
  ')',
  '{1,2}',
  '{',
  '{"a":1}',
  '[1,5)',
  '%27',
  '%22',
  '%5C',
  '*',
  '%25',
  '%F0%9F%9A%80',
  '%EF%BF%BF',
  '2026-01-01',
  '2026-99-99',
  '00000000-0000-0000-0000-000000000000',
  '%0A',
  '%09',
  '.',
  ',',
  '::',
  '->',
  '1010',
  '((((',
  '$1',
  '%2527',
];
const tokens = [
  ...names,
  ...operators,
  ...values,
  ',',
  '.',
  ':',
  '::',
  '(',
  ')',
  '->',
  '->>',
  '!',
  '...',
  '"',
  '&',
  '=',
  'asc',
  'desc',
  'nullsfirst',
  'int',
  'text',
  'jsonb',
  'count()',
  'sum()',
  '+',
];
const castTypes = ['int', 'text', 'uuid', 'jsonb', 'date', 'bool', 'numeric', 'timestamptz', 'nope'];
const keys = ['select', 'order', 'or', 'and', 'not.or', 'limit', 'offset', 'columns', 'on_conflict'];

describe('any query string', () => {
  test.each([1, 2, 3, 4])('gets an answer that is no fault of ours (seed %i)', { timeout: 60_000 }, async (seed) => {
    const random = makeRandom(seed);
    const pick = <Value>(list: readonly Value[]): Value | undefined => list[Math.floor(random() * list.length)];
    const soup = () => Array.from({ length: Math.floor(random() * 8) }, () => pick(tokens)).join('');
    const filter = (from: readonly string[]) => [pick(from), pick(operators), pick(values)] as const;
    const parameter = (from: readonly string[]) => {
      const kind = random();
      if (kind < 0.4) return filter(from).join('.').replace('.', '=');
      if (kind < 0.55) return `or=(${filter(from).join('.')},not.and(${filter(from).join('.')},${filter(from).join('.')}))`;
      if (kind < 0.7) return `select=${pick(from)}::${pick(castTypes)},x:${pick(from)}`;
      if (kind < 0.8) return `order=${pick(from)}.${pick(['asc', 'desc', 'nullsfirst', 'desc.nullslast'])}`;
      if (kind < 0.9) return `${pick(['limit', 'offset'])}=${pick(values)}`;
      return `${pick(keys)}=${soup()}`;
    };
    const reached = { database: 0 };
    for (let round = 0; round < 500; round += 1) {
      // Half of them name real columns, so that the database is asked as well as the parser.
      const from = round % 2 === 0 ? columns : names;
      const parameters = Array.from({ length: 1 + Math.floor(random() * 2) }, () => parameter(from));
      const path = `/${pick(['remarks', 'remarks', 'remarks', 'rpc/table_of', 'rpc/echo'])}?${parameters.join('&')}`;
      const method = pick(['GET', 'GET', 'GET', 'HEAD', 'DELETE', 'PATCH', 'POST', 'PUT']) ?? 'GET';
      const content = pick(['{}', '[]', '{"title":"x"}', '{"stars":1}', '[{"id":1},{"id":2}]', 'null', '"', '{"count":3}']) ?? '';
      const body = method === 'GET' || method === 'HEAD' || method === 'DELETE' ? null : content;
      const headers = {
        'content-type': 'application/json',
        prefer:
          pick([
            'count=exact',
            'count=planned',
            'count=estimated',
            'return=representation',
            'resolution=merge-duplicates',
            'missing=default,return=headers-only',
          ]) ?? '',
      };
      const response = await rest.send(path, { method, headers, body }, user);
      expect(response.status, `${method} ${path} ${JSON.stringify(faults.at(-1))} ${faults.at(-1)?.['error']}`).toBeLessThan(500);
      const text = await response.text();
      if (response.ok || /"code":"[0-9A-Z]{5}"/.test(text)) reached.database += 1;
    }
    expect(reached.database).toBeGreaterThan(100);
  });

  test('left nothing in the log', () => {
    expect(faults).toEqual([]);
  });
});
