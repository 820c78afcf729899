import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { requestsOf } from '../model.ts';
import { parseWorkspace } from '../model-schema.ts';
import { readImport } from './read-import.ts';

const yaml = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.example.org/v1/ }]
security: [{ key: [] }]
paths:
  /items/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, example: 7 } }
    get:
      tags: [items]
      summary: One item
      security: []
      parameters: [{ name: full, in: query, schema: { type: boolean } }]
    put:
      tags: [items]
      requestBody: { $ref: '#/components/requestBodies/Item' }
  /far:
    get: { parameters: [{ $ref: 'other.yaml#/x' }] }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  requestBodies:
    Item: { content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
  schemas:
    Item:
      type: object
      properties:
        name: { type: string, example: lamp }
        tags: { type: array, items: { type: string } }
        parent: { $ref: '#/components/schemas/Item' }
`;

test('OpenAPI in YAML becomes requests in folders, its references followed, a schema that holds itself too', async () => {
  const read = await readImport(yaml);
  if (!read.ok) throw new Error(read.failure.message);
  const [collection] = read.value.collections;
  const requests = requestsOf(collection?.items ?? []).map(([request, above]) => [above.map(({ name }) => name).join(), request] as const);
  expect(collection).toMatchObject({
    name: 'Shop',
    auth: { kind: 'apikey', name: 'X-Key', in: 'header' },
    variables: [{ name: 'baseUrl', value: 'https://api.example.org/v1' }],
  });
  expect(requests).toMatchObject([
    [
      'items',
      { name: 'One item', method: 'GET', url: '{{baseUrl}}/items/7', query: [{ name: 'full', enabled: false }], auth: { kind: 'none' } },
    ],
    ['items', { name: 'PUT /items/{id}', method: 'PUT', auth: { kind: 'inherit' } }],
    ['', { name: 'GET /far' }],
  ]);
  const put = requests[1]?.[1].body;
  expect(put?.kind === 'json' && JSON.parse(put.text)).toMatchObject({ name: 'lamp', tags: [''], parent: { name: 'lamp' } });
  expect(read.value.leftOut).toEqual(['Defined in another file: other.yaml#/x']);
});

const swagger = `swagger: '2.0'
info: { title: Old shop, version: '1' }
host: api.example.org
basePath: /v1
schemes: [https]
consumes: [application/json]
securityDefinitions:
  key: { type: apiKey, in: query, name: k }
  pass: { type: basic }
security: [{ pass: [] }]
parameters:
  Item: { in: body, name: item, schema: { $ref: '#/definitions/Item' } }
paths:
  /items:
    post: { tags: [items], parameters: [{ $ref: '#/parameters/Item' }], responses: { 200: { description: ok } } }
    get: { security: [{ key: [] }], parameters: [{ in: query, name: q, type: string, required: true, default: lamp }] }
  /login:
    parameters: [{ in: formData, name: password, type: string }]
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters: [{ in: formData, name: user, type: string, default: ada }]
definitions:
  Item: { type: object, properties: { name: { type: string, example: lamp } } }
`;

test('Swagger 2 is read as what it is in OpenAPI 3: address, bodies by reference, forms, authentication', async () => {
  const read = await readImport(swagger);
  if (!read.ok) throw new Error(read.failure.message);
  const [collection] = read.value.collections;
  expect(collection).toMatchObject({
    name: 'Old shop',
    auth: { kind: 'basic' },
    variables: [{ name: 'baseUrl', value: 'https://api.example.org/v1' }],
  });
  const requests = requestsOf(collection?.items ?? []).map(([request]) => request);
  expect(requests.find(({ method, url }) => method === 'POST' && url.endsWith('/items'))?.body).toEqual({
    kind: 'json',
    text: JSON.stringify({ name: 'lamp' }, null, 2),
  });
  expect(requests.find(({ method }) => method === 'GET')).toMatchObject({
    query: [{ name: 'q', value: 'lamp', enabled: true }],
    auth: { kind: 'apikey', name: 'k', in: 'query' },
  });
  expect(requests.find(({ url }) => url.endsWith('/login'))?.body).toMatchObject({
    kind: 'form',
    fields: [{ name: 'password' }, { name: 'user', value: 'ada' }],
  });
  expect(read.value.leftOut).toEqual([]);
});

test('a Swagger 2 document whose types, parameters or inheritance multiply is read at once, or refused', async () => {
  const swaggerOf = (more: object) => JSON.stringify({ swagger: '2.0', info: { title: 'x' }, ...more });
  const many = <Value>(count: number, make: (at: number) => Value) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, make(at)]));
  const body = { name: 'b', in: 'body', schema: {} };
  const types = Array.from({ length: 3_000 }, (_, at) => `a/${at}`);
  const startedAtMs = cpuNowMs();
  const typed = many(3_000, () => ({ post: { parameters: [body], responses: { 200: { schema: {} } } } }));
  expect(await readImport(swaggerOf({ consumes: types, produces: types, paths: typed }))).toMatchObject({ ok: true });
  const parameters = { long: { ...body, schema: { description: 'x'.repeat(100_000) } } };
  const referring = many(3_000, () => ({ post: { parameters: [{ $ref: '#/parameters/long' }] } }));
  expect(await readImport(swaggerOf({ parameters, paths: referring }))).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('too often') },
  });
  const heirs = Array.from({ length: 4_000 }, (_, at) => [
    `d${at}`,
    { allOf: [{ $ref: `#/definitions/d${at + 1}` }], 'x-ms-discriminator-value': 'a' },
  ]);
  expect(await readImport(swaggerOf({ definitions: Object.fromEntries(heirs), paths: { '/a': { get: {} } } }))).toMatchObject({ ok: true });
  expect(cpuNowMs() - startedAtMs).toBeLessThan(6_000);
}, 60_000);

test('a Swagger 2 document that is damaged or nested too deep is refused, not thrown', async () => {
  expect(await readImport('{"swagger":"2.0"}')).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('Swagger 2 document with paths') },
  });
  expect(await readImport('{"swagger":"2.0","paths":{"/a":{"get":{"parameters":[null,3,{"in":"body","schema":7}]}}}}')).toMatchObject({
    ok: expect.any(Boolean),
  });
  const deep = `{"swagger":"2.0","info":{"title":"x"},"paths":{"/a":${'{"x":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`;
  expect(await readImport(deep)).toMatchObject({ ok: false });
});

const operation = (content: object) => ({ post: { requestBody: { content: { 'application/json': content } } } });
const documentOf = (paths: object, components: object) =>
  JSON.stringify({ openapi: '3.0.0', info: { title: 'x' }, paths, components: { schemas: components } });

test('a small file whose parts refer to each other is read at once, or refused', async () => {
  const itself = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { $ref: '#/components/schemas/A' }]));
  const schema = { schema: { $ref: '#/components/schemas/A' } };
  const startedAtMs = cpuNowMs();
  const once = await readImport(documentOf({ '/a': operation(schema) }, { A: { type: 'object', properties: itself } }));
  expect(JSON.stringify(once).length).toBeLessThan(20_000_000);
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`/${at}`, operation(schema)]));
  expect(await readImport(documentOf(paths, { A: { type: 'object', properties: itself } }))).toMatchObject({ ok: false });
  const long = await readImport(documentOf({ '/a': operation(schema) }, { A: { properties: itself, example: 'x'.repeat(2_000_000) } }));
  expect(JSON.stringify(long).length).toBeLessThan(20_000_000);
  expect(cpuNowMs() - startedAtMs).toBeLessThan(15_000);
}, 30_000);

test('YAML of many keys or many faults takes no time by the square of its length', async () => {
  const startedAtMs = cpuNowMs();
  for (const text of [Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n'), `a: ${'&a '.repeat(40_000)}`])
    expect(await readImport(text)).toMatchObject({ ok: false });
  expect(cpuNowMs() - startedAtMs).toBeLessThan(6_000);
}, 30_000);

test('what is nested deeper than can be read is refused', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = documentOf({ '/a': operation({ example: 'DEEP' }) }, {}).replace('"DEEP"', deep);
  expect(await readImport(text)).toEqual({ ok: false, failure: { code: 'unreadable', message: 'This is nested too deeply.' } });
});

test('a HAR becomes requests without what the browser set itself', async () => {
  const entry = (method: string, extra: object) => ({
    request: {
      method,
      url: 'https://a.example/p?q=1',
      headers: [
        { name: ':authority', value: 'x' },
        { name: 'X-A', value: '1' },
      ],
      ...extra,
    },
  });
  const har = {
    log: {
      version: '1.2',
      entries: [
        entry('GET', {}),
        entry('POST', { postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] } }),
      ],
    },
  };
  const read = await readImport(JSON.stringify(har));
  expect(read.ok && read.value.collections[0]?.items).toMatchObject([
    {
      name: '/p',
      method: 'GET',
      url: 'https://a.example/p',
      query: [{ name: 'q', value: '1' }],
      headers: [{ name: 'X-A' }],
      body: { kind: 'none' },
    },
    { method: 'POST', body: { kind: 'form', fields: [{ name: 'a', value: '1' }] } },
  ]);
});

test('hostile and foreign files are refused with a sentence', async () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join()}]`)
    .join('\n')}\nopenapi: 3.0.0\npaths: {}`;
  for (const text of ['', '{', 'hello', '[1]', '{"swagger":"2.0"}', '{"openapi":"3.0.0"}', '{"log":{}}', '{"info":1}', '{"a":1}', bomb]) {
    const read = await readImport(text);
    expect([text.slice(0, 20), read.ok]).toEqual([text.slice(0, 20), false]);
    expect(read.ok ? '' : read.failure.message).toMatch(/\.$/);
  }
  expect((await readImport('x'.repeat(21 * 1024 * 1024))).ok).toBe(false);
});

test('a file that claims allowed origins, or values of the vault, brings neither into the collection', async () => {
  const claims = {
    vault: { entryId: 'bank', part: 'password', origins: ['https://evil.example'] },
    origins: ['https://evil.example'],
    allowedOrigins: ['https://evil.example'],
  };
  const pair = { key: 'token', value: '{{apiToken}}', ...claims };
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{apiToken}}', ...claims }], ...claims };
  const request = { method: 'GET', url: { raw: 'https://evil.example/', query: [pair], ...claims }, header: [pair], auth, ...claims };
  const read = await readImport(
    JSON.stringify({ info: { name: 'A', ...claims }, item: [{ name: 'r', request, ...claims }], variable: [pair], auth, ...claims }),
  );
  if (!read.ok) throw new Error(read.failure.message);
  const text = JSON.stringify(read.value.collections);
  // What it may do is to name a variable: which value that is, and where it may go, is not the file's to say.
  expect(text).toContain('{{apiToken}}');
  expect(text).not.toMatch(/origins|"vault"|bank/i);
  const variable = { name: 't', value: '', enabled: true, ...claims };
  const kept = parseWorkspace(JSON.stringify({ collections: [], environments: [{ id: 'e', name: 'E', variables: [variable] }] }));
  const reference = { entryId: 'bank', part: 'password' };
  expect(kept?.environments[0]?.variables).toEqual([{ name: 't', value: '', enabled: true, vault: reference }]);
});
