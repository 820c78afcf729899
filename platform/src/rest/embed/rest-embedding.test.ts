import { afterAll, describe, expect, test } from 'vitest';
import { startTestRest } from '../start-test-rest.ts';
import { answerOf } from '../test-answer.ts';
import { testEmbedSchema } from './test-embed-schema.ts';

const rest = await startTestRest(testEmbedSchema);
afterAll(rest.stop);
const user = await rest.makeUser();
const other = await rest.makeUser();

async function get(path: string) {
  return answerOf(await rest.send(path, {}, user));
}

describe('a select list embeds', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    [
      'the one row that a key refers to',
      '/projects?select=name,clients(name)&id=in.(1,4)&order=id',
      [
        { name: 'Anvil', clients: { name: 'Acme' } },
        { name: 'Orphan', clients: null },
      ],
    ],
    [
      'the rows that refer to it',
      '/clients?select=name,projects(id)&projects.order=id&order=id',
      [
        { name: 'Acme', projects: [{ id: 1 }, { id: 2 }] },
        { name: 'Bolt', projects: [{ id: 3 }] },
        { name: 'Nobody', projects: [] },
      ],
    ],
    ['every column', '/project_details?select=projects(*)&id=eq.1', [{ projects: { id: 1, name: 'Anvil', budget: 100, client_id: 1 } }]],
    [
      'the one row that refers to it by a unique key',
      '/projects?select=id,project_details(note)&id=in.(1,3)&order=id',
      [
        { id: 1, project_details: { note: 'heavy' } },
        { id: 3, project_details: null },
      ],
    ],
    [
      'rows beyond a junction, both ways',
      '/jobs?select=id,people(name,jobs(id))&people.order=name&people.jobs.order=id.desc&id=eq.1',
      [
        {
          id: 1,
          people: [
            { name: 'Ada', jobs: [{ id: 3 }, { id: 1 }] },
            { name: 'Bob', jobs: [{ id: 2 }, { id: 1 }] },
          ],
        },
      ],
    ],
    [
      'under another name',
      '/projects?select=id,payer:clients(name),work:jobs(title)&work.order=title&id=eq.1',
      [{ id: 1, payer: { name: 'Acme' }, work: [{ title: 'cool' }, { title: 'forge' }] }],
    ],
    [
      'by a hint of the constraint, of a column, of the junction',
      '/letters?select=id,sender:people!letters_sender_fkey(name),to:people!receiver(name)&id=eq.1',
      [{ id: 1, sender: { name: 'Ada' }, to: { name: 'Bob' } }],
    ],
    ['by a junction', '/jobs?select=people!job_people(name)&id=eq.2', [{ people: [{ name: 'Bob' }] }]],
    ['by the column of the key', '/letters?select=sender(name)&id=eq.1', [{ sender: { name: 'Ada' } }]],
    ['by the constraint alone', '/letters?select=letters_receiver_fkey(name)&id=eq.1', [{ letters_receiver_fkey: { name: 'Bob' } }]],
    [
      'a table in itself, both ways',
      '/folders?select=name,parent(name),folders(name)&folders.order=id&id=in.(1,2)&order=id',
      [
        { name: 'root', parent: null, folders: [{ name: 'left' }, { name: 'right' }] },
        { name: 'left', parent: { name: 'root' }, folders: [{ name: 'leaf' }] },
      ],
    ],
    [
      'what a function of the row gives',
      '/projects?select=long_jobs(id)&order=id&limit=2',
      [{ long_jobs: [{ id: 1 }] }, { long_jobs: [{ id: 3 }] }],
    ],
    [
      'what a function gives that has one row',
      '/projects?select=payer(name)&id=in.(3,4)&order=id',
      [{ payer: { name: 'Bolt' } }, { payer: null }],
    ],
    ['four deep', '/clients?select=projects(jobs(people(letters!sender(id))))&id=eq.2', [{ projects: [{ jobs: [{ people: [] }] }] }]],
    ['nothing at all of what only filters', '/projects?select=id,clients!inner()&clients.name=eq.Bolt', [{ id: 3 }]],
    ['a place inside its JSON', '/projects?select=jobs(facts->a->0)&id=eq.1&jobs.id=eq.1', [{ jobs: [{ a: 1 }] }]],
  ];
  test.each(cases)('%s', async (_, path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body });
    expect((await get(path)).body).toEqual(body);
  });
});

describe('a view', () => {
  test.each([
    [
      'embeds what the tables that it shows refer to',
      '/dear_projects?select=number,clients(name)&order=number',
      [
        { number: 1, clients: { name: 'Acme' } },
        { number: 2, clients: { name: 'Acme' } },
      ],
    ],
    [
      'is embedded where they are',
      '/clients?select=id,dear_projects(number)&id=in.(1,2)&dear_projects.order=number&order=id',
      [
        { id: 1, dear_projects: [{ number: 1 }, { number: 2 }] },
        { id: 2, dear_projects: [] },
      ],
    ],
    ['embeds what refers to them', '/dear_projects?select=number,jobs(id)&number=eq.2', [{ number: 2, jobs: [{ id: 3 }] }]],
    [
      'of a view is followed to the table',
      '/dearest?select=number,clients(name),jobs(id)',
      [{ number: 2, clients: { name: 'Acme' }, jobs: [{ id: 3 }] }],
    ],
    [
      'leaves what the key and its column mean as it was',
      '/projects?select=client_id(name),projects_client_id_fkey(id)&id=eq.3',
      [{ client_id: { name: 'Bolt' }, projects_client_id_fkey: { id: 2 } }],
    ],
  ])('%s', async (_, path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body });
  });
});

describe('of what is embedded can be asked', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    [
      'a filter, which keeps the rows around',
      '/clients?select=id,projects(id)&projects.budget=gt.200&order=id&limit=2',
      [
        { id: 1, projects: [{ id: 2 }] },
        { id: 2, projects: [] },
      ],
    ],
    [
      'with `!inner`, which leaves them out',
      '/clients?select=id,projects!inner(id)&projects.budget=gt.200',
      [{ id: 1, projects: [{ id: 2 }] }],
    ],
    [
      'deep inside',
      '/clients?select=id,projects!inner(id,jobs!inner(id))&projects.jobs.hours=gt.4',
      [{ id: 1, projects: [{ id: 2, jobs: [{ id: 3 }] }] }],
    ],
    [
      'a group of filters',
      '/projects?select=id,jobs(id)&jobs.or=(hours.gt.4,title.eq.cool)&jobs.order=id&order=id&limit=2',
      [
        { id: 1, jobs: [{ id: 2 }] },
        { id: 2, jobs: [{ id: 3 }] },
      ],
    ],
    ['a denied group', '/projects?select=jobs(id)&jobs.not.or=(hours.gt.2,title.eq.x)&id=eq.1', [{ jobs: [{ id: 2 }] }]],
    ['order, limit and offset', '/projects?select=jobs(id)&jobs.order=hours&jobs.limit=1&jobs.offset=1&id=eq.1', [{ jobs: [{ id: 1 }] }]],
    ['whether there is none', '/clients?select=id&projects=is.null&select=id,projects()', [{ id: 3 }]],
    ['whether there is any', '/clients?select=id,projects()&projects=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
    [
      'whether there is any that its filters leave',
      '/clients?select=id,projects()&projects.budget=lt.50&projects=not.is.null',
      [{ id: 2 }],
    ],
    ['that inside a group', '/projects?select=id,clients()&or=(clients.is.null,id.eq.1)&order=id', [{ id: 1 }, { id: 4 }]],
    [
      'the order of the rows around',
      '/projects?select=id,clients(name)&order=clients(name).desc.nullslast,id',
      [
        { id: 3, clients: { name: 'Bolt' } },
        { id: 1, clients: { name: 'Acme' } },
        { id: 2, clients: { name: 'Acme' } },
        { id: 4, clients: null },
      ],
    ],
    [
      'the order by a name of its select list',
      '/projects?select=id,...clients(who:name)&order=clients(who).desc.nullslast&limit=1',
      [{ id: 3, who: 'Bolt' }],
    ],
  ];
  test.each(cases)('%s', async (_, path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body });
  });

  test('a count that `!inner` and filters hold for', async () => {
    const counted = await rest.send('/clients?select=id,projects!inner(id)&limit=1', { headers: { prefer: 'count=exact' } }, user);
    expect(await answerOf(counted)).toMatchObject({ status: 206, range: '0-0/2' });
  });
});

describe('a spread resource gives its columns to the row around', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    [
      'values of one row',
      '/projects?select=id,...clients(client:name)&id=in.(1,4)&order=id',
      [
        { id: 1, client: 'Acme' },
        { id: 4, client: null },
      ],
    ],
    [
      'every column',
      '/project_details?select=note,...projects(*)&id=eq.1',
      [{ note: 'heavy', id: 1, name: 'Anvil', budget: 100, client_id: 1 }],
    ],
    [
      'of a spread inside',
      '/jobs?select=id,...projects(project:name,...clients(client:name))&id=eq.3',
      [{ id: 3, project: 'Rocket', client: 'Acme' }],
    ],
    [
      'lists of several rows',
      '/projects?select=id,...jobs(title,hours)&jobs.order=hours&id=in.(1,4)&order=id',
      [
        { id: 1, title: ['cool', 'forge'], hours: [1, 3] },
        { id: 4, title: [], hours: [] },
      ],
    ],
    ['a resource inside', '/jobs?select=id,...projects(clients(name))&id=eq.4', [{ id: 4, clients: { name: 'Bolt' } }]],
    ['the same column twice', '/jobs?select=...projects(name,name)&id=eq.4', [{ name: 'Lamp' }]],
  ];
  test.each(cases)('%s', async (_, path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body });
  });
});

describe('aggregates', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    [
      'over all rows',
      '/jobs?select=count(),hours.sum(),hours.avg()::int,lowest:hours.min(),hours.max()',
      [{ count: 4, sum: 11, avg: 3, lowest: 1, max: 5 }],
    ],
    [
      'by groups',
      '/jobs?select=project_id,hours.sum()&order=project_id',
      [
        { project_id: 1, sum: 4 },
        { project_id: 2, sum: 5 },
        { project_id: 3, sum: 2 },
      ],
    ],
    ['with a filter', '/jobs?select=hours.sum()&hours=gt.2', [{ sum: 8 }]],
    ['of a cast value', '/jobs?select=title::text.max(),hours::text.max()::int', [{ max: 5 }]],
    [
      'of a place inside JSON, by another',
      '/jobs?select=facts->a->0,id.count()&order=facts->a->0',
      [
        { a: 1, count: 1 },
        { a: null, count: 3 },
      ],
    ],
    [
      'inside a resource',
      '/projects?select=id,jobs(hours.sum())&id=in.(1,4)&order=id',
      [
        { id: 1, jobs: [{ sum: 4 }] },
        { id: 4, jobs: [{ sum: null }] },
      ],
    ],
    [
      'as the bare word count',
      '/clients?select=id,projects(count)&order=id',
      [
        { id: 1, projects: [{ count: 2 }] },
        { id: 2, projects: [{ count: 1 }] },
        { id: 3, projects: [{ count: 0 }] },
      ],
    ],
    ['by an embedded resource', '/projects?select=count(),clients(name)&client_id=eq.1', [{ count: 2, clients: { name: 'Acme' } }]],
    ['of a spread resource, over all rows around', '/jobs?select=...projects(budget.sum())', [{ sum: 490.5 }]],
    [
      'of a spread inside a spread, by a third',
      '/jobs?select=hours.sum(),...projects(client_id,...clients(clients_count:count()))&order=projects(client_id)',
      [
        { sum: 9, client_id: 1, clients_count: 3 },
        { sum: 2, client_id: 2, clients_count: 1 },
      ],
    ],
    [
      'of rows that a function gave',
      '/rpc/some_projects?lowest=2&select=client_id,budget.sum()&order=client_id&limit=2',
      [
        { client_id: 1, sum: 250.5 },
        { client_id: 2, sum: 40 },
      ],
    ],
  ];
  test.each(cases)('%s', async (_, path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body });
  });
});

describe('a computed column', () => {
  test.each([
    ['is read by its name', '/projects?select=id,full_label&id=eq.1', [{ id: 1, full_label: 'Anvil #1' }]],
    ['is filtered and ordered by', '/projects?select=id&full_label=like.*a*&order=full_label.desc', [{ id: 4 }, { id: 3 }]],
    ['is read of an embedded row', '/jobs?select=projects(full_label)&id=eq.4', [{ projects: { full_label: 'Lamp #3' } }]],
    ['is read of a row that a function gave', '/rpc/some_projects?select=full_label&full_label=eq.Lamp %233', [{ full_label: 'Lamp #3' }]],
    ['is not among all columns', '/projects?id=eq.4', [{ id: 4, name: 'Orphan', budget: null, client_id: null }]],
  ])('%s', async (_, path, body) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(body);
  });
});

describe('the answer to a write and to a call embeds too', () => {
  const change = async (method: string, path: string, body: unknown) =>
    answerOf(
      await rest.send(
        path,
        {
          method,
          body: body === undefined ? null : JSON.stringify(body),
          headers: { 'content-type': 'application/json', prefer: 'return=representation' },
        },
        user,
      ),
    );

  test('an insert, an update and a deletion', async () => {
    expect(
      await change('POST', '/jobs?select=title,projects(name,clients(name)),people(name)', {
        id: 90,
        title: 'new',
        hours: 7,
        project_id: 3,
      }),
    ).toMatchObject({
      status: 201,
      body: [{ title: 'new', projects: { name: 'Lamp', clients: { name: 'Bolt' } }, people: [] }],
    });
    expect(await change('PATCH', '/jobs?id=eq.90&select=...projects(project:name)', { project_id: 2 })).toMatchObject({
      status: 200,
      body: [{ project: 'Rocket' }],
    });
    expect(await change('DELETE', '/jobs?id=eq.90&select=id,projects!inner(id)&projects.id=eq.77', undefined)).toMatchObject({
      status: 200,
      body: [],
    });
    expect(await get('/jobs?id=eq.90')).toMatchObject({ body: [] });
  });

  test('what the answer leaves out or sums up is counted all the same before a limit of changes', async () => {
    const headers = { 'content-type': 'application/json', prefer: 'return=representation,handling=strict,max-affected=1' };
    for (const select of ['id.count()', 'id,projects!inner(id)&projects.id=eq.77']) {
      const answered = await rest.send(`/jobs?id=lt.3&select=${select}`, { method: 'PATCH', body: '{"hours":99}', headers }, user);
      expect(await answerOf(answered)).toMatchObject({ status: 400, body: { code: 'PGRST124' } });
    }
    expect(await get('/jobs?hours=eq.99')).toMatchObject({ body: [] });
  });

  test('a computed column and rows of a function, of the row that was written', async () => {
    expect(await change('PATCH', '/projects?id=eq.3&select=full_label,long_jobs(id),payer(name)', { name: 'Lantern' })).toMatchObject({
      body: [{ full_label: 'Lantern #3', long_jobs: [], payer: { name: 'Bolt' } }],
    });
    await change('PATCH', '/projects?id=eq.3', { name: 'Lamp' });
  });

  test('a call, by GET and POST', async () => {
    const body = [{ id: 3, clients: { name: 'Bolt' }, jobs: [{ title: 'wire' }], payer: { name: 'Bolt' } }];
    const query = 'select=id,clients!inner(name),jobs(title),payer(name)';
    expect(await get(`/rpc/some_projects?lowest=3&${query}`)).toMatchObject({ status: 200, body });
    expect(await change('POST', `/rpc/some_projects?${query}`, { lowest: 3 })).toMatchObject({ status: 200, body });
    expect(await get('/rpc/first_project?select=name,clients(name)')).toMatchObject({ body: { name: 'Anvil', clients: { name: 'Acme' } } });
  });
});

describe('policies judge what is embedded as the caller', () => {
  test('in lists, in filters, in orders, in sums and after writes', async () => {
    await rest.owner.query('insert into public.secrets values (1, $1, $2, 1), (2, $3, $4, 1)', [user.id, 'mine', other.id, 'theirs']);
    expect(await get('/projects?select=secrets(word)&id=eq.1')).toMatchObject({ body: [{ secrets: [{ word: 'mine' }] }] });
    expect(await get('/projects?select=id,secrets!inner()&secrets.word=eq.theirs')).toMatchObject({ body: [] });
    expect(await get('/projects?select=id,secrets()&secrets=not.is.null&secrets.word=like.t*')).toMatchObject({ body: [] });
    expect(await get('/projects?select=secrets(count)&id=eq.1')).toMatchObject({ body: [{ secrets: [{ count: 1 }] }] });
    expect(await get('/projects?select=...secrets(word)&id=eq.1')).toMatchObject({ body: [{ word: ['mine'] }] });
  });

  test('a privilege that is missing is told of as for the table itself', async () => {
    expect(await answerOf(await rest.send('/projects?select=secrets(word)'))).toMatchObject({
      status: 401,
      body: { code: '42501', message: 'permission denied for table secrets' },
    });
  });
});
