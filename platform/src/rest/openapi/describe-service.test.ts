import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestRest } from '../start-test-rest.ts';
import { answerOf } from '../test-answer.ts';
import { testSchema } from '../test-schema.ts';

const rest = await startTestRest(`${testSchema}
  comment on table public.settings is 'What is set.\n\nBy name.';
  create table public.parts (id int primary key, setting text not null references public.settings (name), kept text, size varchar(12));
  grant select (id, setting, size) on public.parts to authenticated;`);
afterAll(rest.stop);
const user = await rest.makeUser();

const documentSchema = z.object({
  swagger: z.literal('2.0'),
  basePath: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  definitions: z.record(
    z.string(),
    z.object({
      description: z.string().optional(),
      required: z.array(z.string()).optional(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
  parameters: z.record(z.string(), z.unknown()),
});

async function describe(as: typeof user | 'service', headers: Record<string, string> = {}) {
  const response = await rest.send('/', { headers }, as);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/openapi+json; charset=utf-8']);
  return documentSchema.parse(await response.json());
}

test('a signed-in caller is told of what its role may use, column by column, and of nothing else', async () => {
  const { paths, definitions, basePath } = await describe(user, { accept: 'application/openapi+json' });
  expect(basePath).toBe('/rest/v1/');
  expect(Object.keys(paths['/settings'] ?? {}).sort()).toEqual(['delete', 'get', 'patch', 'post']);
  expect(Object.keys(paths['/parts'] ?? {})).toEqual(['get']);
  expect(Object.keys(definitions['parts']?.properties ?? {})).toEqual(['id', 'setting', 'size']);
  for (const name of ['hidden', 'counted', 'pairs']) expect(definitions[name], name).toBe(undefined);
  expect(JSON.stringify(await describe(user))).not.toMatch(/"hidden"|"kept"|"pairs"/);
  expect((await describe('service')).definitions['pairs']).toBeDefined();
  expect(paths['/rpc/owners_only']).toBeDefined();
  await rest.owner.query('revoke execute on function public.owners_only from authenticated');
  expect((await describe(user)).paths['/rpc/owners_only']).toBe(undefined);
});

test('types, keys, defaults, lengths, labels and comments are PostgREST’s', async () => {
  const { definitions, paths } = await describe(user);
  const settings = definitions['settings'];
  expect(settings?.description).toBe('What is set.\n\nBy name.');
  expect(paths['/settings']?.['get']).toMatchObject({ summary: 'What is set.', description: 'By name.' });
  expect(settings?.required).toEqual(['name', 'changed_count']);
  expect(settings?.properties).toMatchObject({
    name: { type: 'string', format: 'text', description: 'Note:\nThis is a Primary Key.<pk/>' },
    changed_count: { type: 'integer', format: 'int32', default: 0 },
  });
  expect(definitions['parts']?.properties).toMatchObject({
    setting: { description: "Note:\nThis is a Foreign Key to `settings.name`.<fk table='settings' column='name'/>" },
    size: { maxLength: 12 },
  });
  expect(definitions['remarks']?.properties).toMatchObject({
    mood: { enum: ['calm', 'tense'] },
    body: { default: 'empty' },
    tags: { type: 'array', items: { type: 'string' } },
    data: { format: 'jsonb' },
  });
});

test('functions say their parameters; those that change nothing may be called by GET', async () => {
  const { paths } = await describe(user);
  expect(paths['/rpc/add']?.['get']).toMatchObject({
    parameters: [
      { name: 'a', in: 'query', required: true, type: 'integer', format: 'int32' },
      { name: 'b', in: 'query', required: false },
    ],
  });
  expect(Object.keys(paths['/rpc/remember'] ?? {})).toEqual(['post']);
  expect(paths['/rpc/joined']?.['get']).toMatchObject({ parameters: [{ name: 'parts', type: 'array', collectionFormat: 'multi' }] });
});

test('every reference in the document leads somewhere', async () => {
  const document = await describe(user);
  const references = JSON.stringify(document.paths).match(/(?<="\$ref":"#\/)[^"]+/g) ?? [];
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const split = reference.indexOf('/');
    const [kind, name] = [reference.slice(0, split), reference.slice(split + 1)];
    expect(kind === 'parameters' ? document.parameters[name] : document.definitions[name], reference).toBeDefined();
  }
});

test('who has no session, asks for another form or by another method, is refused', async () => {
  expect(await answerOf(await rest.send('/'))).toMatchObject({ status: 404, body: { code: 'PGRST126' } });
  expect(await answerOf(await rest.send('/', { headers: { accept: 'text/csv' } }, user))).toMatchObject({
    status: 406,
    body: { code: 'PGRST107' },
  });
  expect(await answerOf(await rest.send('/', { method: 'POST', body: '{}' }, user))).toMatchObject({
    status: 405,
    body: { code: 'PGRST117' },
  });
  const head = await rest.send('/', { method: 'HEAD' }, user);
  expect([head.status, await head.text()]).toEqual([200, '']);
});
