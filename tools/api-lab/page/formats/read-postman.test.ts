import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiCollection, Auth, Body, Check, Item, Pair } from '../model.ts';
import { collectionSchema } from '../model-schema.ts';
import { parsePath } from '../sending/checks.ts';
import { readPostman } from './read-postman.ts';
import { writePostman } from './write-postman.ts';

const words = fc.string({ maxLength: 12, unit: 'grapheme' });
const pairs: fc.Arbitrary<Pair[]> = fc.array(fc.record({ name: words, value: words, enabled: fc.boolean() }), { maxLength: 3 });
const file = fc.record({ name: words.map((name) => name.replaceAll(/[/\\]/g, '')) });
const parts: fc.Arbitrary<Pair[]> = fc.array(
  fc.oneof(
    fc.record({ name: words, value: words, enabled: fc.boolean() }),
    fc.record({ name: words, value: fc.constant(''), enabled: fc.boolean(), file }),
  ),
  { maxLength: 3 },
);
const body: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ kind: fc.constant('none' as const) }),
  fc.record({ kind: fc.constantFrom('json' as const, 'text' as const), text: words }),
  fc.record({ kind: fc.constant('form' as const), fields: pairs }),
  fc.record({ kind: fc.constant('multipart' as const), fields: parts }),
  fc.record({ kind: fc.constant('file' as const), file }),
  fc.record({ kind: fc.constant('graphql' as const), query: words, variables: words }),
);
const ownAuth: fc.Arbitrary<Auth> = fc.oneof(
  fc.record({ kind: fc.constant('none' as const) }),
  fc.record({ kind: fc.constant('basic' as const), username: words, password: words }),
  fc.record({ kind: fc.constant('bearer' as const), token: words }),
  fc.record({ kind: fc.constant('apikey' as const), name: words, value: words, in: fc.constantFrom('header' as const, 'query' as const) }),
  fc.record({
    kind: fc.constant('oauth2' as const),
    tokenUrl: words,
    clientId: words,
    clientSecret: words,
    scope: words,
    in: fc.constantFrom('header' as const, 'body' as const),
  }),
);
const auth = fc.oneof(ownAuth, fc.record({ kind: fc.constant('inherit' as const) }));
const number = fc.integer({ min: 0, max: 9999 }).map(String);
const path = fc.constantFrom('', 'a', 'a.b[0].c', '[2].name', '["content-type"].x', 'a["b \\"c\\""]');
const check: fc.Arbitrary<Check> = fc.oneof(
  fc.record({
    of: fc.constant('status' as const),
    name: fc.constant(''),
    is: fc.constantFrom('equals' as const, 'below' as const),
    value: number,
  }),
  fc.record({ of: fc.constant('time' as const), name: fc.constant(''), is: fc.constant('below' as const), value: number }),
  fc.record({ of: fc.constant('header' as const), name: words, is: fc.constantFrom('equals' as const, 'contains' as const), value: words }),
  fc.record({ of: fc.constant('header' as const), name: words, is: fc.constant('exists' as const), value: fc.constant('') }),
  fc.record({
    of: fc.constant('body' as const),
    name: fc.constant(''),
    is: fc.constantFrom('equals' as const, 'contains' as const),
    value: words,
  }),
  fc.record({ of: fc.constant('body' as const), name: fc.constant(''), is: fc.constant('exists' as const), value: fc.constant('') }),
  fc.record({ of: fc.constant('json' as const), name: path, is: fc.constant('contains' as const), value: words }),
  fc.record({ of: fc.constant('json' as const), name: path, is: fc.constant('below' as const), value: number }),
  fc.record({ of: fc.constant('json' as const), name: path, is: fc.constant('exists' as const), value: fc.constant('') }),
  fc.record({ of: fc.constant('json' as const), name: path, is: fc.constant('equals' as const), value: fc.json({ maxDepth: 1 }) }),
);
const id = fc.uuid();
const address = fc.constantFrom(
  'https://api.example.org/a/b',
  '{{base}}/users',
  'http://localhost:8080',
  'https://example.org/a b',
  '',
  'example.org',
  'https://a.example/x#part',
);
const request = fc.record({
  kind: fc.constant('request' as const),
  id,
  name: words,
  method: fc.constantFrom('GET', 'POST', 'PURGE'),
  url: address,
  query: pairs,
  headers: pairs,
  body,
  auth,
  checks: fc.array(check, { maxLength: 4 }),
});
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    request,
    fc.record({ kind: fc.constant('folder' as const), id, name: words, auth, items: fc.array(tie('item'), { maxLength: 2 }) }),
  ),
}));
const collection: fc.Arbitrary<ApiCollection> = fc.record({
  id,
  name: words,
  auth: ownAuth,
  variables: pairs,
  items: fc.array(item, { maxLength: 3 }),
});

test('a collection that is exported for Postman is imported as the same collection', () => {
  fc.assert(
    fc.property(collection, (given) => {
      const read = readPostman(JSON.parse(writePostman(given)));
      expect(read).toEqual({ ok: true, value: { collections: [given], leftOut: [] } });
      expect(collectionSchema.parse(given)).toEqual(given);
    }),
    { numRuns: 300 },
  );
});

test('any JSON is read or refused in a sentence, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
      const read = readPostman(json);
      expect(read.ok || read.failure.message.length > 10).toBe(true);
    }),
  );
  const nested = (depth: number): unknown =>
    depth === 0 ? { name: 'x', request: 'https://a.example' } : { name: 'f', item: [nested(depth - 1)] };
  expect(readPostman({ info: { name: 'deep' }, item: [nested(200)] })).toMatchObject({ ok: false });
  expect(readPostman({ info: { name: 7 }, item: [] })).toMatchObject({
    failure: { message: 'This is not a Postman collection: info.name: Invalid input: expected string, received number.' },
  });
  expect(parsePath('a'.repeat(100_000))).toHaveLength(1);
});

test('what Postman writes is read: path variables, test scripts in its own style, and what is left out by name', () => {
  const read = readPostman({
    info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    event: [{ listen: 'prerequest', script: { exec: ['pm.environment.set("a", 1);'] } }],
    variable: [{ key: 'base', value: 'https://api.example.org' }],
    item: [
      {
        name: 'One order',
        event: [
          {
            listen: 'test',
            script: {
              exec: [
                "pm.test('Status code is 200', function () {",
                '    pm.response.to.have.status(200);',
                '});',
                'pm.test("fast", () => { pm.expect(pm.response.responseTime).to.be.below(300); });',
                'pm.expect(pm.response.json().items[0].name).to.eql("lamp");',
                'pm.environment.set("token", pm.response.json().token);',
              ],
            },
          },
        ],
        request: {
          method: 'GET',
          auth: { type: 'digest', digest: [] },
          url: { raw: '{{base}}/orders/:id?full=1', variable: [{ key: 'id', value: '7' }], query: [{ key: 'full', value: '1' }] },
        },
      },
    ],
  });
  expect(read.ok && read.value.collections[0]?.items[0]).toMatchObject({
    url: '{{base}}/orders/7',
    query: [{ name: 'full', value: '1', enabled: true }],
    checks: [
      { of: 'status', is: 'equals', value: '200' },
      { of: 'time', is: 'below', value: '300' },
      { of: 'json', name: 'items[0].name', is: 'equals', value: '"lamp"' },
    ],
  });
  expect(read.ok && read.value.leftOut).toEqual([
    'Orders: the pre-request script',
    'One order: 1 statement of the test script',
    'One order: authentication by digest',
  ]);
});
