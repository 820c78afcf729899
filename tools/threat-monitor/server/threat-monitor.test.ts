import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { BlockList } from 'node:net';
import { gzipSync } from 'node:zlib';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../server/adapters/egress.ts';
import { createReadsHere } from '../../../server/foreign/reads-here.ts';
import { makeTestCall, readTestLines } from '../../../server/functions/test-call.ts';
import { createSqlRows } from '../../../server/rows/sql-rows.ts';
import { parseSettings } from '../../../server/settings.ts';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { threatMonitorHalf } from './threat-monitor-half.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const startMs = Date.parse('2026-11-22T10:00:00Z');
const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);

let law: LawDatabase;
let ownerId = '';
let nowMs = startMs;
let asked: string[] = [];
let faults: Record<string, RequestListener> = {};

const kevEntry = (cveID: string, more: object = {}) => ({
  cveID,
  vendorProject: 'Fortinet',
  product: 'FortiOS',
  vulnerabilityName: 'Fortinet FortiOS Out-of-Bound Write',
  dateAdded: '2026-11-01',
  dueDate: '2026-11-29',
  requiredAction: 'Apply mitigations.',
  knownRansomwareCampaignUse: 'Unknown',
  ...more,
});
const entries = [
  kevEntry('CVE-2024-21762'),
  kevEntry('CVE-2021-23337', {
    vendorProject: 'lodash',
    product: 'lodash',
    vulnerabilityName: 'lodash Command Injection',
    dueDate: '2026-11-20',
  }),
];
const answers: Readonly<Record<string, () => string | Buffer | undefined>> = {
  '/kev/known_exploited_vulnerabilities.json': () =>
    JSON.stringify({ catalogVersion: '2026.11.21', dateReleased: 'x', count: entries.length, vulnerabilities: entries }),
  '/epss/epss_scores-current.csv.gz': () =>
    gzipSync(
      '#model_version:v2026,score_date:2026-11-22T00:00:00+0000\ncve,epss,percentile\nCVE-2021-23337,0.5,0.97\nCVE-2024-21762,0.9,0.99\nCVE-2024-3094,0.84,0.98\n',
    ),
  '/feodo/ipblocklist.json': () =>
    JSON.stringify([
      { ip_address: '192.0.2.9', port: 443, status: 'online', first_seen: '2026-11-01', last_online: '2026-11-22', malware: 'Pikabot' },
    ]),
  '/urlhaus/csv_recent/': () =>
    '# x\r\n"1","2026-11-22 10:00:00","http://evil.example/a","online","2026-11-22","malware_download","elf","https://urlhaus.abuse.ch/url/1/","x"\r\n',
  '/osv/querybatch': () => JSON.stringify({ results: [{ vulns: [{ id: 'GHSA-35jh-r3h4-6jhm', modified: '1' }] }, {}] }),
  '/osv/vulns/GHSA-35jh-r3h4-6jhm': () =>
    JSON.stringify({
      id: 'GHSA-35jh-r3h4-6jhm',
      summary: 'Command Injection in lodash',
      aliases: ['CVE-2021-23337'],
      affected: [{ package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'SEMVER', events: [{ fixed: '4.17.21' }] }] }],
    }),
  '/ssvc/2021/23xxx/CVE-2021-23337.json': () =>
    JSON.stringify({
      containers: {
        adp: [
          {
            providerMetadata: { shortName: 'CISA-ADP' },
            metrics: [
              {
                other: {
                  type: 'ssvc',
                  content: {
                    timestamp: '2026-01-01T00:00:00Z',
                    options: [{ Exploitation: 'active' }, { Automatable: 'no' }, { 'Technical Impact': 'total' }],
                  },
                },
              },
            ],
          },
        ],
      },
    }),
};

const source = createServer((request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  asked.push(path);
  const fault = Object.entries(faults).find(([start]) => path.startsWith(start))?.[1];
  if (fault !== undefined) return fault(request, response);
  const body = answers[path]?.();
  if (body === undefined) response.statusCode = 404;
  request.resume().once('end', () => response.end(body));
});

beforeAll(async () => {
  law = await openLawDatabase();
  ownerId = await addAccount(law.superuser);
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [ownerId]);
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  source.closeAllConnections();
  source.close();
  await law.drop();
});
beforeEach(() => {
  nowMs = startMs;
  asked = [];
  faults = {};
});
afterEach(async () => {
  for (const table of ['private.threat_feeds', 'private.threat_assessments', 'private.threat_advisories', 'public.threat_inventories'])
    await law.superuser.query(`delete from ${table}`);
});

/** A server with these sources. */
function open(environment: Readonly<Record<string, string>> = {}) {
  const address = source.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const settings = parseSettings({
    KEV_FEED_URL: `${base}/kev`,
    EPSS_FEED_URL: `${base}/epss`,
    FEODO_FEED_URL: `${base}/feodo`,
    URLHAUS_FEED_URL: `${base}/urlhaus`,
    OSV_API_URL: `${base}/osv`,
    VULNRICHMENT_URL: `${base}/ssvc`,
    ...environment,
  });
  if (!settings.ok) throw new Error(settings.failure.message);
  const { functions } = threatMonitorHalf({
    settings: settings.value,
    egress: createEgress({ allowedNetworks }),
    reads: createReadsHere(createEgress({ allowedNetworks })),
    clock: { nowMs: () => nowMs },
    log: silentLog,
    rows: createSqlRows(law.machine),
  });
  const call = async (name: string, body: object) => {
    const request = new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await functions[name]?.handle(request, makeTestCall());
    if (answer === undefined) throw new Error(`no function ${name}`);
    return answer;
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at by hand.
  const ask = async (name: string, body: object): Promise<any> => (await call(name, body)).json();
  return {
    ask,
    look: (list = 'mine') => ask('threat-look', { list, from: 0, most: 50 }),
    call,
    refresh: async (isAsked = false) => readTestLines(await call('threat-refresh', { asked: isAsked })),
    source: async (id: string) =>
      (await ask('threat-look', { list: 'mine', from: 0, most: 1 })).sources.find((one: { id: string }) => one.id === id),
  };
}

async function addInventory(values: {
  readonly name: string;
  readonly kind: string;
  readonly packages?: string;
  readonly leftOut?: string;
}): Promise<string> {
  const id = randomUUID();
  await law.superuser.query(
    'insert into public.threat_inventories (id, user_id, name, kind, packages, left_out) values ($1, $2, $3, $4, $5, $6)',
    [id, ownerId, values.name, values.kind, values.packages ?? '', values.leftOut ?? null],
  );
  return id;
}
/** The log's rows since `sequence`, as their descriptions. */
async function loggedSince(sequence: string): Promise<readonly object[]> {
  const { rows } = await law.superuser.query<object>(
    `select activity_type, activity_description, success, metadata ->> 'tool' as tool from public.activity_logs
     where sequence > $1 order by sequence`,
    [sequence],
  );
  return rows;
}
const lastSequence = async () =>
  (await law.superuser.query<{ last: string }>('select coalesce(max(sequence), 0) as last from public.activity_logs')).rows[0]?.last ?? '0';
const lockfile = { name: 'site', kind: 'packages', packages: 'npm\tlodash\t4.17.20\nnpm\tleft-pad\t1.3.0' };

test('looking sends nothing; asking brings everything, and says what it does', async () => {
  const server = open();
  const id = await addInventory(lockfile);
  await addInventory({ name: 'Fortinet FortiOS', kind: 'product' });
  expect(await server.look()).toMatchObject({ items: [], totals: { mine: 0, exploited: 0, due: 0 } });
  expect(asked).toEqual([]);
  const said = JSON.stringify(await server.refresh());
  expect(said).toContain('Queried EPSS');
  expect(said).toContain('Reading advisory 1 of 1, for site');
  expect(said).toContain('{"end":true}');
  const look = await server.look();
  expect(look.items.map((item: { id: string }) => item.id)).toEqual(['CVE-2021-23337', 'CVE-2024-21762']);
  expect(look).toMatchObject({
    totals: { mine: 2, exploited: 2, due: 1 },
    exploitedOfMine: 1,
    namedOfMine: 1,
    today: '2026-11-22',
    inventories: [{ id, vulnerable: 1, checkedAt: new Date(startMs).toISOString() }],
  });
  expect(look.items[0]).toMatchObject({
    affects: ['lodash 4.17.20'],
    fixedIn: ['lodash 4.17.21'],
    reason: 'Affects lodash 4.17.20; in CISA KEV, due 2026-11-20; no CISA SSVC assessment; EPSS 50.0 %, higher than 97.0 % of all CVEs.',
  });
  expect((await server.look('due')).items).toMatchObject([{ id: 'CVE-2024-21762' }]);
});

test('another server begins with what is kept and asks nothing; in the trash an inventory counts no more', async () => {
  await addInventory(lockfile);
  await open().refresh();
  const count = asked.length;
  const second = open();
  await second.refresh();
  expect(asked).toHaveLength(count);
  expect(await second.look()).toMatchObject({ totals: { mine: 1, exploited: 2 } });
  await law.superuser.query('update public.threat_inventories set deleted_at = now()');
  expect(await second.look()).toMatchObject({ totals: { mine: 0, exploited: 2 }, inventories: [] });
});

test('OSV is asked for packages that changed, once a day, and sooner only by the owner', async () => {
  const server = open();
  const id = await addInventory(lockfile);
  const batches = () => asked.filter((path) => path === '/osv/querybatch').length;
  await server.refresh();
  await server.refresh();
  expect(batches()).toBe(1);
  nowMs += minuteMs;
  await server.refresh(true);
  expect(batches()).toBe(2);
  // The advisory is kept: it is fetched again only in a newer version.
  expect(asked.filter((path) => path.startsWith('/osv/vulns/'))).toHaveLength(1);
  await law.superuser.query("update public.threat_inventories set packages = packages || E'\\nnpm\\tx\\t1.0.0' where id = $1", [id]);
  expect(await server.look()).toMatchObject({ inventories: [] });
  faults = { '/osv/querybatch': (_, response) => void response.end(JSON.stringify({ results: [{}, {}, {}] })) };
  await server.refresh();
  expect(await server.look()).toMatchObject({ inventories: [{ vulnerable: 0 }], totals: { mine: 0 } });
  const { rows } = await law.superuser.query('select from private.threat_advisories');
  expect(rows).toHaveLength(0);
});

test('a round that asked anybody is one row of the log; one that asked nobody is none', async () => {
  const server = open();
  const before = await lastSequence();
  await addInventory(lockfile);
  await server.refresh();
  await server.refresh();
  const row = { activity_type: 'app_activity', tool: 'threat-monitor' };
  const all = 'CISA KEV, EPSS, Feodo Tracker, URLhaus, OSV';
  const finished = await loggedSince(before);
  expect(finished).toEqual([{ ...row, activity_description: expect.stringMatching(/^threat-monitor finished: /), success: true }]);
  const [{ activity_description: said = '' } = {}] = finished as readonly { readonly activity_description?: string }[];
  expect(said.replace('threat-monitor finished: ', '').split(', ').sort()).toEqual(all.split(', ').sort());
  nowMs += dayMs;
  faults = { '/epss': (_, response) => void response.writeHead(500).end() };
  await server.refresh();
  expect((await loggedSince(before)).slice(1)).toEqual([{ ...row, activity_description: 'threat-monitor failed: EPSS', success: false }]);
});

test('a round whose caller leaves is told as cancelled', async () => {
  const server = open({ EPSS_FEED_URL: 'off', FEODO_FEED_URL: 'off', URLHAUS_FEED_URL: 'off', OSV_API_URL: 'off' });
  const before = await lastSequence();
  const isAsked = Promise.withResolvers<ServerResponse>();
  faults = { '/kev': (_, response) => isAsked.resolve(response) };
  const answer = await server.call('threat-refresh', { asked: false });
  const response = await isAsked.promise;
  await answer.body?.cancel();
  response.end('not what was expected');
  await expect
    .poll(() => loggedSince(before))
    .toMatchObject([{ activity_description: 'threat-monitor cancelled: CISA KEV', success: false }]);
});

/** The checks of a look, as `id: state`. */
const statesOf = ({ checks }: { checks: readonly { id: string; state: string }[] }) =>
  checks.map(({ id, state }) => `${id.replace(/-[0-9a-f]{8}-.*/, '')}: ${state}`);

test('the verdict follows from the checks: each source, each inventory, and what was not looked up', async () => {
  const server = open();
  const leftOut = 'no_version\tleft\t\tnpm\ncpe\tFortiOS\t7.2.1\tfortinet fortios\n+\tfile\t38';
  await addInventory({ ...lockfile, leftOut });
  const before = await server.look();
  expect(before).toMatchObject({ standing: 'open', verdict: 'No grade: CISA KEV could not be seen: it has not been asked yet.' });
  await server.refresh();
  const after = await server.look();
  expect(statesOf(after)).toEqual([
    'source-kev: passed',
    'source-epss: passed',
    'source-osv: passed',
    'packages: failed',
    'components: not_looked_at',
    'products: failed',
  ]);
  expect(after).toMatchObject({ standing: 'wanting', worst: 'critical', exploitedOfMine: 1, namedOfMine: 1 });
  expect(after.verdict).toBe(
    '1 vulnerability in 1 of 2 packages, 1 known to be exploited. 1 CISA KEV entry matched by product name; versions were not compared. Not looked at: 40 of 42 components of site (38 describing a file, 2 for other reasons).',
  );
  expect(after.items.map((item: { affects: string[]; isByName?: boolean }) => [item.affects[0], item.isByName ?? false])).toEqual([
    ['lodash 4.17.20', false],
    ['FortiOS 7.2.1', true],
  ]);
});

test('nothing is called sound where OSV did not answer, has not answered for days, or is switched off', async () => {
  const server = open();
  await addInventory({ name: 'clean', kind: 'packages', packages: 'npm\tleft-pad\t1.3.0\nnpm\tqs\t6.11.0', leftOut: '' });
  faults = { '/osv': (_, response) => void response.writeHead(500).end() };
  await server.refresh();
  const failed = await server.look();
  expect(failed).toMatchObject({ standing: 'open', verdict: 'No grade: OSV could not be seen: it answered with an error.' });
  expect(statesOf(failed)).toContain('packages: not_looked_at');
  faults = { '/osv/querybatch': (_, response) => void response.end('{"results":[{},{}]}') };
  nowMs += 60 * minuteMs;
  await server.refresh();
  expect(await server.look()).toMatchObject({ standing: 'sound', verdict: 'Sound: no known vulnerability in 2 packages.', worst: null });
  nowMs += 5 * dayMs;
  expect(await server.look()).toMatchObject({
    standing: 'open',
    verdict: expect.stringContaining('it is out of date, confirmed 5 days ago'),
  });
  expect(await open({ OSV_API_URL: 'off' }).look()).toMatchObject({ standing: 'open' });
});

test('the owner may write every field of an inventory', async () => {
  const { rows } = await law.superuser.query<{ refused: string }>(
    `select attname as refused from pg_attribute where attrelid = 'public.threat_inventories'::regclass and attnum > 0 and not attisdropped
       and not has_column_privilege('authenticated', attrelid, attnum, 'insert') order by attname`,
  );
  expect(rows.map(({ refused }) => refused)).toEqual(['updated_at', 'version']);
});

test('an inventory from before components were counted says so', async () => {
  await addInventory(lockfile);
  const server = open();
  await server.refresh();
  const { checks } = await server.look();
  expect(checks.find(({ id }: { id: string }) => id.startsWith('components-'))).toMatchObject({
    state: 'not_looked_at',
    reason: 'the file was read before they were counted; add it again',
  });
});

const troubles: readonly (readonly [string, RequestListener, string])[] = [
  ['429', (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end(), 'must_wait'],
  ['503', (_, response) => void response.writeHead(503).end(), 'source_failed'],
  ['a page', (_, response) => void response.end('<!doctype html>'), 'feed_'],
  [
    'half an answer',
    (_, response) => void response.writeHead(200, { 'content-length': '900' }).write('{', () => response.destroy()),
    'unreachable',
  ],
];

test.each(troubles)('%s from every source leaves the last good copies, with their age', async (_what, fault, code) => {
  const server = open();
  await addInventory(lockfile);
  await server.refresh();
  const before = await server.look();
  nowMs += 4 * dayMs;
  faults = { '/': fault };
  await server.refresh();
  const after = await server.look();
  expect(after.items).toEqual(before.items);
  for (const id of ['kev', 'epss', 'osv', 'urlhaus']) {
    expect(await server.source(id)).toMatchObject({
      confirmedAt: new Date(startMs).toISOString(),
      isStale: true,
      trouble: expect.stringContaining(code),
    });
  }
  const count = asked.length;
  await server.refresh(true);
  expect(asked).toHaveLength(count);
  nowMs += 60 * minuteMs;
  faults = {};
  await server.refresh();
  expect(await server.source('kev')).toMatchObject({ confirmedAt: new Date(nowMs).toISOString(), isStale: false, trouble: null });
  expect(await server.source('osv')).toMatchObject({ isStale: false, trouble: null });
});

test('CISA’s assessment is asked for where it is wanted, kept, and missing where there is none', async () => {
  const server = open();
  await addInventory(lockfile);
  await server.refresh();
  const cves = ['CVE-2021-23337', 'CVE-2024-21762'];
  expect(await server.ask('threat-assess', { cves })).toEqual({ asked: 2, assessed: 1, hasFailed: false });
  expect((await server.look()).items[0]).toMatchObject({ ssvc: { exploitation: 'active', impact: 'total' } });
  expect(await server.ask('threat-assess', { cves })).toEqual({ asked: 0, assessed: 0, hasFailed: false });
  nowMs += 2 * 60 * minuteMs;
  faults = { '/ssvc': (_, response) => void response.writeHead(500).end() };
  expect(await server.ask('threat-assess', { cves })).toMatchObject({ hasFailed: true });
  expect((await server.look()).items[0]).toMatchObject({ ssvc: { exploitation: 'active' } });
  expect(await server.source('ssvc')).toMatchObject({ size: 1, trouble: 'source_failed' });
  const refused = await server.ask('threat-assess', { cves: ['../../etc/passwd'] });
  expect(refused).toMatchObject({ code: 'validation_failed' });
});

test('CVEs, defanged indicators and words are found, several at once, without a request', async () => {
  const server = open();
  await server.refresh();
  const count = asked.length;
  const search = (text: string) => server.ask('threat-search', { text });
  expect(await search('hxxp://evil[.]example/a')).toMatchObject({ read: ['http://evil.example/a'], threats: [{ source: 'urlhaus' }] });
  expect(await search('192.0.2[.]9\nEVIL(dot)example\nnothing here')).toMatchObject({
    read: ['192.0.2.9', 'evil.example'],
    threats: [{ source: 'feodo' }, { source: 'urlhaus' }],
    items: [],
  });
  expect(await search('is cve-2024-3094 bad?')).toMatchObject({ items: [{ id: 'CVE-2024-3094', epss: { probability: 0.84 } }] });
  expect(await search('fortios write')).toMatchObject({ items: [{ id: 'CVE-2024-21762', kev: { dueOn: '2026-11-29' } }] });
  expect(await search('unheard.example')).toMatchObject({ read: ['unheard.example'], items: [], threats: [] });
  expect(asked).toHaveLength(count);
});

test('a source that is switched off is asked for nothing and says so', async () => {
  const off = {
    KEV_FEED_URL: 'off',
    EPSS_FEED_URL: 'off',
    FEODO_FEED_URL: 'off',
    URLHAUS_FEED_URL: 'off',
    OSV_API_URL: 'off',
    VULNRICHMENT_URL: 'off',
  };
  const server = open(off);
  await addInventory(lockfile);
  await server.refresh(true);
  expect(await server.ask('threat-assess', { cves: ['CVE-2024-3094'] })).toEqual({ asked: 0, assessed: 0, hasFailed: false });
  expect(asked).toEqual([]);
  const { sources } = await server.look();
  expect(sources.every((one: { isOff: boolean }) => one.isOff)).toBe(true);
  expect(await server.ask('threat-search', { text: 'CVE-2024-3094' })).toMatchObject({ items: [{ id: 'CVE-2024-3094' }] });
});
