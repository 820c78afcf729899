import { randomBytes } from 'node:crypto';
import { systemClock } from '@castellan/foundation/clock';
import { createSharedWindows } from '@castellan/platform/core/shared-windows';
import type { Report } from '@castellan/probes/report';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LawDatabase, openLawDatabase } from '../../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../../supabase/tests/people.ts';
import { startTestDns, type TestDns } from '../../../../tests/support/dns-server.ts';
import { type NameSources, startNameSources } from '../../../../tests/support/name-sources.ts';
import { loopback, openToolPorts, runToolHere } from '../../../../tests/support/tool-runs.ts';
import { createDns } from '../../../adapters/dns.ts';
import { createEgress } from '../../../adapters/egress.ts';
import { createReadsHere } from '../../../foreign/reads-here.ts';
import { createListedLog, makeTestCall } from '../../../functions/test-call.ts';
import { createSqlRows } from '../../../rows/sql-rows.ts';
import { parseSettings } from '../../../settings.ts';
import { toolJobsHalf } from '../tool-jobs-half.ts';

let law: LawDatabase;
let services: NameSources;
let dns: TestDns;
const lines: string[] = [];
const authenticatorKey = new Uint8Array(randomBytes(32));
const address = { type: 'A', data: '192.0.2.1' } as const;

beforeAll(async () => {
  law = await openLawDatabase();
  services = await startNameSources();
  dns = await startTestDns({ 'example.org': [address], 'shodan1.example.org': [address], 'total-two.example.org': [address] });
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [await addAccount(law.superuser)]);
});
afterAll(async () => {
  dns.close();
  await services.stop();
  await law.drop();
});
beforeEach(async () => {
  await law.machine.query('delete from public.tool_source_keys');
});

function open(environment: Readonly<Record<string, string>> = {}) {
  const settings = parseSettings({ ...services.environment, ...environment });
  if (!settings.ok) throw new Error(settings.failure.message);
  const egress = createEgress({ allowedNetworks: settings.value.allowedNetworks });
  const half = toolJobsHalf({
    settings: settings.value,
    rows: createSqlRows(law.machine),
    runTool: runToolHere(openToolPorts(loopback, { dns: createDns({ allowedNetworks: loopback, server: dns.server }) })),
    reads: createReadsHere(egress),
    keys: () => ({ authenticatorKey }) as never,
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log: createListedLog(lines),
    sharedWindow: createSharedWindows({ queryable: law.auth, clock: systemClock, log: createListedLog(lines) }),
    closedPage: () => {
      throw new Error('no link to a report is opened here');
    },
  });
  const ask = async (name: string, body: unknown) => {
    const request = new Request(`https://castellan.example/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await half.functions[name]?.handle(request, makeTestCall());
    return { status: answer?.status, body: (await answer?.json()) as unknown };
  };
  /** A run to its end. */
  const run = async (options: object) => {
    const started = await ask('tool-job-start', { tool: 'subdomain-radar', target: 'example.org', options });
    const { id } = started.body as { readonly id: string };
    await expect
      .poll(async () => (await law.machine.query('select state from private.tool_jobs where id = $1', [id])).rows[0]?.state, {
        timeout: 20_000,
        interval: 50,
      })
      .toBe('finished');
    return (await ask('tool-report', { id })).body as Report & { readonly sources: readonly object[]; readonly names: readonly object[] };
  };
  return { ask, run, close: () => half.close?.() };
}

const quiet = {
  words: 'www',
  depth: '1',
  'no-probe': true,
  'no-walk': true,
  crtsh: 'http://127.0.0.1:1',
  certspotter: 'http://127.0.0.1:1',
};
const keyedOf = (report: { readonly sources: readonly object[] }) => report.sources.slice(-3);

test('keys are kept sealed, and are in no answer; without one a source is not looked at', async () => {
  const { ask, close } = open();
  const source = (id: string, title: string) =>
    expect.objectContaining({ id, title, keyPage: expect.stringMatching(/^https:/), keptAt: null });
  const none = [source('securitytrails', 'SecurityTrails'), source('virustotal', 'VirusTotal'), source('shodan', 'Shodan')];
  expect(await ask('tool-source-list', { tool: 'subdomain-radar' })).toEqual({ status: 200, body: none });
  expect(await ask('tool-source-list', { tool: 'tls-inspector' })).toEqual({ status: 200, body: [] });
  expect(await ask('tool-source-key', { source: 'shodan', key: services.keys.shodan })).toEqual({ status: 200, body: { kept: true } });
  const { rows } = await law.machine.query('select * from public.tool_source_keys');
  expect(rows).toMatchObject([{ source: 'shodan', sealed_key: expect.stringMatching(/^v1\./) }]);
  const listed = await ask('tool-source-list', { tool: 'subdomain-radar' });
  expect(listed.body).toMatchObject([{ keptAt: null }, { keptAt: null }, { keptAt: expect.stringMatching(/^\d{4}-/) }]);
  expect(JSON.stringify([rows, listed])).not.toContain(services.keys.shodan);
  await ask('tool-source-key', { source: 'shodan', key: null });
  expect((await law.machine.query('select 1 from public.tool_source_keys')).rows).toEqual([]);
  for (const body of [{ source: 'nobody', key: 'x'.repeat(20) }]) expect((await ask('tool-source-key', body)).status).toBe(404);
  for (const key of ['', 'short', `a\n${'b'.repeat(20)}`, 'x'.repeat(201)])
    expect((await ask('tool-source-key', { source: 'shodan', key })).status).toBe(400);
  await close();
});

test('a key of one source opens for no other, and one that another installation sealed is none', async () => {
  const { ask, run, close } = open();
  await ask('tool-source-key', { source: 'shodan', key: services.keys.shodan });
  await law.machine.query(`update public.tool_source_keys set source = 'virustotal'`);
  const before = services.calls.length;
  expect(keyedOf(await run(quiet))).toMatchObject([1, 2, 3].map(() => ({ problem: 'No API key.', isUnasked: true })));
  expect(services.calls).toHaveLength(before);
  await close();
});

test('a run asks the sources that have a key, looks their names up, and keeps neither key nor answer with the job', async () => {
  const { ask, run, close } = open();
  await ask('tool-source-key', { source: 'shodan', key: services.keys.shodan });
  await ask('tool-source-key', { source: 'virustotal', key: 'wrong-key-0123456789' });
  const report = await run(quiet);
  expect(keyedOf(report)).toEqual([
    { source: 'SecurityTrails', names: 0, problem: 'No API key.', isUnasked: true },
    { source: 'VirusTotal', names: 0, problem: 'The API key was rejected, status 401.' },
    { source: 'Shodan', names: 2, problem: '' },
  ]);
  expect(report.names).toMatchObject([
    { name: 'shodan1.example.org', sources: ['Shodan'], status: 'verified' },
    { name: 'shodan2.example.org', sources: ['Shodan'], status: 'dead' },
  ]);
  const { rows } = await law.machine.query<{ readonly options: object }>('select options from private.tool_jobs');
  expect(rows.every(({ options }) => !('known' in options))).toBe(true);
  expect(JSON.stringify([rows, report, lines])).not.toMatch(new RegExp(`${services.keys.shodan}|wrong-key`));
  await close();
});

test('where certificate logs and sources are left out, or a source is switched off, nobody is told the domain', async () => {
  const { ask, run, close } = open({ SHODAN_URL: 'off' });
  await ask('tool-source-key', { source: 'shodan', key: services.keys.shodan });
  const before = services.calls.length;
  expect(keyedOf(await run({ ...quiet, 'no-logs': true }))).toMatchObject([1, 2, 3].map(() => ({ problem: 'Left out by an option.' })));
  expect(keyedOf(await run(quiet))[2]).toMatchObject({ problem: 'Switched off on this server.', isUnasked: true });
  expect(services.calls).toHaveLength(before);
  await close();
});
