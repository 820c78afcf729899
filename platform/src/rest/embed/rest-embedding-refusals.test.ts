import { afterAll, describe, expect, test } from 'vitest';
import { startTestRest } from '../start-test-rest.ts';
import { answerOf } from '../test-answer.ts';
import { testEmbedSchema } from './test-embed-schema.ts';

const rest = await startTestRest(testEmbedSchema);
const strict = await startTestRest(testEmbedSchema, undefined, { burst: 1_000_000 });
afterAll(rest.stop);
afterAll(strict.stop);
const user = await rest.makeUser();

describe('an embedding is refused in PostgREST’s words', () => {
  const cases: readonly (readonly [string, string, object])[] = [
    [
      'without a relationship',
      '/clients?select=people(*)',
      {
        status: 400,
        body: {
          code: 'PGRST200',
          message: "Could not find a relationship between 'clients' and 'people' in the schema cache",
          details:
            "Searched for a foreign key relationship between 'clients' and 'people' in the schema 'public', but no matches were found.",
          hint: null,
        },
      },
    ],
    [
      'with a name that is nearly right',
      '/clients?select=project(*)',
      { body: { code: 'PGRST200', hint: "Perhaps you meant 'projects' instead of 'project'." } },
    ],
    [
      'with a hint of nothing',
      '/projects?select=clients!nope(*)',
      {
        body: {
          code: 'PGRST200',
          details:
            "Searched for a foreign key relationship between 'projects' and 'clients' using the hint 'nope' in the schema 'public', but no matches were found.",
          hint: null,
        },
      },
    ],
    [
      'with several relationships',
      '/letters?select=people(*)',
      {
        status: 300,
        body: {
          code: 'PGRST201',
          message: "Could not embed because more than one relationship was found for 'letters' and 'people'",
          details: [
            {
              cardinality: 'many-to-one',
              embedding: 'letters with people',
              relationship: 'letters_receiver_fkey using letters(receiver) and people(id)',
            },
            {
              cardinality: 'many-to-one',
              embedding: 'letters with people',
              relationship: 'letters_sender_fkey using letters(sender) and people(id)',
            },
          ],
          hint: "Try changing 'people' to one of the following: 'people!letters_receiver_fkey', 'people!letters_sender_fkey'. Find the desired relationship in the 'details' key.",
        },
      },
    ],
    [
      'twice under one name',
      '/letters?select=people!sender(*),people!receiver(*)',
      { body: { code: '42712', message: 'table name "letters_people_1" specified more than once' } },
    ],
    [
      'where a filter uses the name that has another',
      '/projects?select=who:clients(*)&clients.name=eq.x',
      {
        body: {
          code: 'PGRST108',
          message: "'clients' is not an embedded resource in this request",
          details: 'Target names are not allowed in filters if they have an alias',
          hint: "Change 'clients' to 'who' in filters, orders or limits.",
        },
      },
    ],
    ['where an order is by what is not embedded', '/projects?order=clients(name)', { body: { code: 'PGRST108' } }],
    [
      'where a filter is deeper than what is embedded',
      '/projects?select=clients(*)&clients.jobs.id=eq.1',
      { body: { code: 'PGRST108', message: "'jobs' is not an embedded resource in this request" } },
    ],
    [
      'where an order is by one of several rows',
      '/clients?select=projects(*)&order=projects(id)',
      {
        body: {
          code: 'PGRST118',
          message: "A related order on 'projects' is not possible",
          details: "'clients' and 'projects' do not form a many-to-one or one-to-one relationship",
        },
      },
    ],
    [
      'where a spread of several has a sum',
      '/clients?select=...projects(budget.sum())',
      { body: { code: 'PGRST127', details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.' } },
    ],
    [
      'with a column that is not there',
      '/projects?select=clients(nope)',
      { body: { code: '42703', message: 'column clients_1.nope does not exist' } },
    ],
    ['with another comparison than to null', '/clients?select=projects()&projects=eq.1', { body: { code: '42703' } }],
    ['of what a function gives that is no table', '/rpc/full_label?select=clients(*)', { status: 404 }],
    ['nine deep', `/clients?select=${'projects(clients('.repeat(5)}id${'))'.repeat(5)}`, { status: 400, body: { code: 'PGRST100' } }],
    [
      'more than sixty',
      `/clients?select=${Array.from({ length: 61 }, (_, index) => `p${index}:projects(id)`).join(',')}`,
      { status: 400, body: { code: 'PGRST100' } },
    ],
    ['with a negative limit', '/clients?select=projects(id)&projects.limit=-1', { status: 400, body: { code: '2201W' } }],
  ];
  test.each(cases)('%s', async (_, path, expected) => {
    expect(await answerOf(await rest.send(path, {}, user))).toMatchObject({ status: 400, ...expected });
  });

  test('eight deep is embedded', async () => {
    const path = `/clients?select=${'projects(clients('.repeat(4)}id${'))'.repeat(4)}`;
    expect((await rest.send(path, {}, user)).status).toBe(200);
  });
});

test('a short request makes no statement without end', async () => {
  const mentions = (name: string, count: number) => Array.from({ length: count }, () => `${name}.is.null`).join(',');
  const nested = `select=id,projects(id,clients(id,projects(id)))&or=(${mentions('projects', 300)})&projects.or=(${mentions('clients', 300)})&projects.clients.or=(${mentions('projects', 300)})`;
  const wide = `select=id,projects!inner(id)&projects.or=(${Array.from({ length: 400 }, (_, index) => `name.eq.${index}`).join(',')})`;
  for (const as of [undefined, user, 'service'] as const) {
    expect(await answerOf(await rest.send(`/clients?${nested}`, {}, as))).toMatchObject({ status: 400, body: { code: 'PGRST100' } });
  }
  expect((await rest.send(`/clients?${wide}`, {}, user)).status).toBe(200);
  expect((await rest.send(`/clients?${wide}`)).status).toBe(400);
});

test('no refusal names a table that the caller may not read', async () => {
  for (const path of [
    '/projects?select=hidden(*)',
    '/projects?select=hiden(*)',
    '/project?select=*',
    '/hidde?select=*',
    '/rpc/full_labe',
  ]) {
    const { body } = await answerOf(await rest.send(path, {}, user));
    expect(JSON.stringify(body), path).not.toMatch(/hidden_|'hidden' instead|public\.hidden/);
  }
  const { body } = await answerOf(await rest.send('/projects?select=hidden(*)', {}, user));
  expect(body).toMatchObject({ code: 'PGRST201', details: [] });
  expect(await answerOf(await rest.send('/projects?select=hidden(*)', {}, 'service'))).toMatchObject({ body: { details: [{}, {}] } });
});

test('a relationship made after the schema was read is found', async () => {
  expect((await rest.send('/people?select=scribbles(id)', {}, user)).status).toBe(400);
  await rest.owner.query('create table public.scribbles (id int primary key, person_id int references public.people)');
  await rest.owner.query('grant select on public.scribbles to authenticated');
  rest.time.nowMs += 2000;
  expect(await answerOf(await rest.send('/people?select=scribbles(id)&limit=1', {}, user))).toMatchObject({
    status: 200,
    body: [{ scribbles: [] }],
  });
});

describe('a caller without a session', () => {
  test('embeds four deep, eight resources, and fifty rows in each', async () => {
    await strict.owner.query("insert into public.jobs select 1000 + n, 'many', 1, '{}', 4 from generate_series(1, 80) n");
    expect(await answerOf(await strict.send('/projects?select=jobs(id)&id=eq.4&jobs.limit=70'))).toMatchObject({
      body: [{ jobs: { length: 50 } }],
    });
    const session = await strict.makeUser();
    expect(await answerOf(await strict.send('/projects?select=jobs(id)&id=eq.4', {}, session))).toMatchObject({
      body: [{ jobs: { length: 80 } }],
    });
    for (const select of [
      `${'projects(clients('.repeat(3)}id${'))'.repeat(3)}`,
      Array.from({ length: 9 }, (_, index) => `p${index}:projects(id)`).join(','),
    ]) {
      expect(await answerOf(await strict.send(`/clients?select=${select}`))).toMatchObject({ status: 400, body: { code: 'PGRST100' } });
      expect((await strict.send(`/clients?select=${select}`, {}, session)).status).toBe(200);
    }
  });

  test('counts no rows by a column that is not there, and reads a column of that name', async () => {
    await strict.owner.query('create table public.tallies (count int); grant select on public.tallies to anon');
    await strict.owner.query('insert into public.tallies values (7)');
    strict.time.nowMs += 2000;
    for (const path of ['/clients?select=count', '/clients?select=projects(count)', '/rpc/some_projects?select=count']) {
      expect(await answerOf(await strict.send(path)), path).toMatchObject({ status: 400, body: { code: '42703' } });
    }
    expect(await answerOf(await strict.send('/tallies?select=count'))).toMatchObject({ status: 200, body: [{ count: 7 }] });
  });

  test('sums nothing up, and searches no embedded resource by an expression', async () => {
    for (const query of ['select=id.count()', 'select=id,projects(budget.sum())', 'select=...projects(id.max())']) {
      expect(await answerOf(await strict.send(`/clients?${query}`)), query).toMatchObject({
        status: 400,
        body: { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
      });
    }
    for (const query of [
      'select=id,projects(id)&projects.name=match.x',
      'select=id,projects(id,jobs(id))&projects.jobs.or=(title.fts.x,id.eq.1)',
    ]) {
      expect((await strict.send(`/clients?${query}`)).status, query).toBe(401);
    }
  });
});
