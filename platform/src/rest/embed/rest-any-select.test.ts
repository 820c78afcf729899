import { afterAll, describe, expect, test } from 'vitest';
import type { LogFields } from '../../core/log.ts';
import { startTestRest } from '../start-test-rest.ts';
import { makeRandom } from '../test-random.ts';
import { testEmbedSchema } from './test-embed-schema.ts';

const faults: LogFields[] = [];
const note = (_event: string, fields: LogFields = {}) => void faults.push(fields);
const rest = await startTestRest(testEmbedSchema, { debug: () => {}, info: () => {}, warn: note, error: note });
afterAll(rest.stop);
const user = await rest.makeUser();

/** Wherever a name or a value can stand, SQL that would be seen to have run. */
const hostile = [
  '"x\\"; drop table public.witness; --"',
  "x'; drop table public.witness; --",
  '"public\\".\\"witness"',
  '$1',
  '"castellan_1"',
  'pg_sleep',
  '"a\\"::text from public.witness; --"',
  '%22',
  '%00',
  '"',
];
/** Columns of each relation, and what can be embedded in it. */
const shapes: Readonly<Record<string, { readonly columns: readonly string[]; readonly resources: readonly string[] }>> = {
  clients: { columns: ['id', 'name'], resources: ['projects'] },
  projects: {
    columns: ['id', 'name', 'budget', 'client_id', 'full_label'],
    resources: ['clients', 'jobs', 'project_details', 'secrets', 'long_jobs', 'payer'],
  },
  jobs: { columns: ['id', 'title', 'hours', 'facts->a', 'facts->a->0'], resources: ['projects', 'people', 'job_people'] },
  long_jobs: { columns: ['id', 'title', 'hours'], resources: ['projects', 'people'] },
  payer: { columns: ['id', 'name'], resources: ['projects'] },
  project_details: { columns: ['id', 'note'], resources: ['projects'] },
  people: { columns: ['id', 'name'], resources: ['jobs', 'letters!sender', 'letters!receiver'] },
  'letters!sender': { columns: ['id', 'sender'], resources: ['people!sender'] },
  'letters!receiver': { columns: ['id', 'receiver'], resources: ['people!receiver'] },
  'people!sender': { columns: ['id', 'name'], resources: ['jobs'] },
  'people!receiver': { columns: ['id', 'name'], resources: ['jobs'] },
  job_people: { columns: ['job_id', 'person_id'], resources: ['jobs', 'people'] },
  folders: { columns: ['id', 'name', 'parent'], resources: ['parent', 'folders'] },
  parent: { columns: ['id', 'name'], resources: ['folders'] },
  secrets: { columns: ['id', 'word'], resources: ['projects'] },
  hidden: { columns: ['id'], resources: ['projects!project_id'] },
};
const relations = Object.keys(shapes).filter((name) => !name.includes('!'));
const columns = ['id', 'name', 'hours', 'facts->a', 'count', 'nope', '*'];
const hints = ['', '', '', '!inner', '!left', '!sender', '!letters_sender_fkey', '!job_people', '!nope', '!inner!id'];
const aggregates = ['', '', '', '.sum()', '.count()', '.max()::text', '.avg()', '::text.min()', '.nope()'];
const operations = ['eq.1', 'gt.2', 'is.null', 'not.is.null', 'in.(1,2)', 'neq.3', 'like.*a*', 'is.true', 'eq.', 'fts.a', "eq.'--"];
const bodies = [
  '{}',
  '[]',
  '{"id":900,"name":"n"}',
  '{"":1}',
  '{"lowest":2}',
  '[{"lowest":1}]',
  '"x"',
  '{"name":null}',
  '{"a\\"b":1}',
  'null',
];

/** Requests made of parts that fit together most of the time. */
function makeRequests(seed: number) {
  const random = makeRandom(seed);
  const pick = <Value>(list: readonly [Value, ...Value[]] | readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('the list is empty');
    return value;
  };
  const often = (share: number) => random() < share;
  const word = (list: readonly string[]) => (often(0.03) ? pick(hostile) : pick(list));
  const alias = () => (often(0.2) ? `${word(['a', 'b', 'other'])}:` : '');
  const keys: string[] = [];
  const field = (relation: string, sums: boolean): string => {
    const column = often(0.06) ? word(columns) : word(shapes[relation]?.columns ?? columns);
    return sums
      ? `${alias()}${often(0.3) ? 'count()' : `${column}${pick(aggregates)}`}`
      : `${alias()}${column}${often(0.1) ? '::text' : ''}`;
  };
  const resource = (depth: number, relation: string): string => {
    const name = often(0.05) ? word(relations) : word(shapes[relation]?.resources ?? relations);
    const label = often(0.2) ? word(['a', 'b', 'other']) : '';
    keys.push(label === '' ? name.replace(/!.*/, '') : label);
    const before = label === '' ? (often(0.25) ? '...' : '') : `${label}:`;
    return `${before}${name}${often(0.1) ? pick(hints) : pick(['', '', '!inner'])}(${often(0.1) ? '' : list(depth + 1, name)})`;
  };
  const list = (depth: number, relation: string): string => {
    const sums = often(0.15);
    const fields = Array.from({ length: 1 + Math.floor(random() * 2) }, () => field(relation, sums));
    return depth < 4 && often(0.5) ? [...fields, resource(depth, relation)].join(',') : fields.join(',');
  };
  const filter = (relation: string): string => {
    const [key] = keys;
    const isInner = often(0.5) && key !== undefined;
    const path = isInner ? `${key}.` : '';
    const column = () => word(isInner ? ['id'] : (shapes[relation]?.columns ?? columns));
    const kind = random();
    if (kind < 0.35) return `${path}${column()}=${pick(operations)}`;
    if (kind < 0.55) return `${path}order=${often(0.3) ? `${key ?? 'clients'}(id)` : column()}${pick(['', '.desc', '.nullsfirst'])}`;
    if (kind < 0.7) return `${path}${pick(['limit', 'offset'])}=${pick(['1', '2', '0', '-1', '99999999999999999999999', 'x'])}`;
    if (kind < 0.85) return `${path}${pick(['or', 'and', 'not.or'])}=(${column()}.${pick(operations)},id.eq.1)`;
    return `${key ?? word(relations)}=${pick(['is.null', 'not.is.null', 'is.null', 'eq.1'])}`;
  };
  return () => {
    keys.length = 0;
    const called = pick(['some_projects', 'first_project', 'full_label', 'payer', encodeURIComponent(pick(hostile))]);
    const relation = pick(relations);
    const isCall = often(0.2);
    const target = isCall ? `rpc/${called}` : relation;
    const select = list(0, isCall ? 'projects' : relation);
    const filters = Array.from({ length: Math.floor(random() * 3) }, () => filter(isCall ? 'projects' : relation));
    const query = [`select=${select}`, ...filters].join('&');
    const method = pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
    const prefer = pick([
      'count=exact',
      'return=representation',
      'return=representation,handling=strict,max-affected=0',
      'return=headers-only',
      '',
    ]);
    const accept = pick([
      'application/json',
      'application/vnd.pgrst.object+json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]);
    const type = pick(['application/json', 'application/json', 'application/json', 'text/plain', 'application/octet-stream']);
    return { path: `/${target}?${query}`, method, headers: { prefer, accept, 'content-type': type }, body: pick(bodies) };
  };
}

describe('any select tree, filter, function and body', () => {
  test.each([1, 2, 3])('gets an answer that is no fault of ours, and runs no SQL of its own (seed %i)', async (seed) => {
    await rest.owner.query('create table if not exists public.witness (id int primary key)');
    const next = makeRequests(seed);
    const codes = new Map<string, number>();
    for (let round = 0; round < 500; round += 1) {
      const { path, method, headers, body } = next();
      const hasBody = method === 'POST' || method === 'PATCH';
      const response = await rest.send(path, { method, headers, body: hasBody ? body : null }, round % 3 === 0 ? undefined : user);
      expect(response.status, `${method} ${path} ${JSON.stringify(faults.at(-1))} ${faults.at(-1)?.['error']}`).toBeLessThan(500);
      const code = response.ok ? 'ok' : (/"code":"(\w+)"/.exec(await response.text())?.[1] ?? 'none');
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(codes.get('42601') ?? 0, 'a statement that PostgreSQL cannot even read').toBe(0);
    expect(codes.get('ok') ?? 0).toBeGreaterThan(50);
    expect((await rest.owner.query("select to_regclass('public.witness') is not null as is_there")).rows).toEqual([{ is_there: true }]);
  });

  test('left nothing in the log', () => {
    expect(faults).toEqual([]);
  });
});
