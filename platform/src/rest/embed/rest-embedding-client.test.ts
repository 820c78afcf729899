import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestRest } from '../start-test-rest.ts';
import { testEmbedSchema } from './test-embed-schema.ts';

const rest = await startTestRest(testEmbedSchema);
afterAll(rest.stop);
const user = await rest.makeUser();

/** The unmodified client library, over a real socket. */
const client = createClient(rest.url, rest.keys.publishableKey, {
  auth: { persistSession: false, autoRefreshToken: false },
  accessToken: async () => user.token,
});

describe('the unmodified client library', () => {
  test('embeds, with filters, order and limits of what is embedded', async () => {
    const { data, error } = await client
      .from('clients')
      .select('name, work:projects!inner(name, jobs(title))')
      .gt('work.budget', 50)
      .or('title.eq.forge,hours.gt.4', { referencedTable: 'work.jobs' })
      .order('name', { referencedTable: 'work', ascending: false })
      .limit(1, { referencedTable: 'work.jobs' });
    expect(error).toBe(null);
    expect(data).toEqual([
      {
        name: 'Acme',
        work: [
          { name: 'Rocket', jobs: [{ title: 'fuel' }] },
          { name: 'Anvil', jobs: [{ title: 'forge' }] },
        ],
      },
    ]);
  });

  test('takes a range of embedded rows, and orders by a row that is referred to', async () => {
    const { data } = await client
      .from('projects')
      .select('id, ...clients(client:name), jobs(id)')
      .order('clients(name)', { ascending: false, nullsFirst: false })
      .order('id')
      .order('id', { referencedTable: 'jobs' })
      .range(1, 1, { referencedTable: 'jobs' })
      .limit(2);
    expect(data).toEqual([
      { id: 3, client: 'Bolt', jobs: [] },
      { id: 1, client: 'Acme', jobs: [{ id: 2 }] },
    ]);
  });

  test('filters by whether something is embedded', async () => {
    const { data } = await client.from('clients').select('id, projects()').is('projects', null);
    expect(data).toEqual([{ id: 3 }]);
  });

  test('counts and sums', async () => {
    const { data } = await client.from('jobs').select('project_id, hours.sum(), projects(name)').eq('project_id', 1);
    expect(data).toEqual([{ project_id: 1, sum: 4, projects: { name: 'Anvil' } }]);
    const counted = await client.from('projects').select('jobs!inner(id)', { count: 'exact', head: true });
    expect(counted.count).toBe(3);
  });

  test('gets what it wrote with what that refers to', async () => {
    const written = await client
      .from('jobs')
      .insert({ id: 70, title: 'paint', hours: 1, project_id: 3 })
      .select('title, projects(name)')
      .single();
    expect(written.data).toEqual({ title: 'paint', projects: { name: 'Lamp' } });
    const changed = await client.from('jobs').update({ project_id: 2 }).eq('id', 70).select('...projects(project:name)').single();
    expect(changed.data).toEqual({ project: 'Rocket' });
    expect((await client.from('jobs').delete().eq('id', 70).select('people(name)')).data).toEqual([{ people: [] }]);
  });

  test('calls a function and embeds in its rows', async () => {
    const { data } = await client.rpc('some_projects', { lowest: 2 }).select('name, payer(name)').order('id').limit(1);
    expect(data).toEqual([{ name: 'Rocket', payer: { name: 'Acme' } }]);
  });

  test('is told of several relationships in a way that names them', async () => {
    const { error, status } = await client.from('letters').select('people(name)');
    expect([status, error?.code]).toEqual([300, 'PGRST201']);
    expect(error?.details).toHaveLength(2);
  });
});
