/**
 * `npm run bench -- zone-walk [FOLDER]`: Subdomain Radar's walk beside `ldns-walk`, on zones that others made: the example zones of
 * RFC 4035 and RFC 5155, and the zone files of a folder, each named by its origin. They are signed with ldns-signzone and served by NSD,
 * and once more by BIND; the names that NSEC records have in the signed file are what is to be found. Knot DNS makes its records for
 * each question. Needs root, because ldns-walk asks port 53 alone. Programs that are not installed are listed as not run.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDns } from '../../server/adapters/dns.ts';
import { findFreePort } from '../../tests/support/free-port.ts';
import { describeWalk, type ZoneWalk } from '../../tools/subdomain-radar/knowledge/zone-walk.ts';
import { walkZone } from '../../tools/subdomain-radar/server/walk-zone.ts';
import { writeTable } from '../written-table.ts';
import { rfc4035Zone, rfc5155Zone } from './example-zones.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'castellan-walk-'));
const [given] = process.argv.slice(2).filter((word) => word !== 'zone-walk' && !word.startsWith('--'));
/** Where each program listens: ldns-walk knows no other port than 53. */
/** Debian's nsd, bind9 and knot. */
const programs = { nsd: 'nsd', named: 'named', knotd: 'knotd' } as const;
/** ldns-walk is ended after so long. */
const ldnsMs = 60_000;
const bindPort = await findFreePort();
const resolverPort = await findFreePort();
const places = { nsd: '127.0.0.177', named: `127.0.0.1:${bindPort}`, resolver: `127.0.0.1:${resolverPort}`, knotd: '127.0.0.179' } as const;

type Zone = { readonly origin: string; readonly title: string; readonly file: string; readonly truth: ReadonlySet<string> };

/** Signs a zone, and reads from the signed file which names have NSEC records. */
async function sign(origin: string, title: string, text: string, more: readonly string[] = []): Promise<Zone> {
  const name = `${origin.replaceAll(/\W/g, '-')}${more.length === 0 ? '' : '-hashed'}`;
  const plain = join(folder, name);
  writeFileSync(plain, text);
  const { stdout } = await run('ldns-keygen', ['-a', 'ECDSAP256SHA256', origin], { cwd: folder });
  await run('ldns-signzone', ['-o', origin, '-f', `${plain}.signed`, ...more, plain, stdout.trim()], { cwd: folder });
  const owners = [...readFileSync(`${plain}.signed`, 'utf8').matchAll(/^(\S+)\s+\d+\s+IN\s+NSEC\s/gm)].map(([, owner = '']) =>
    owner.toLowerCase().replace(/\.$/, ''),
  );
  return { origin, title, file: `${plain}.signed`, truth: new Set(owners.filter((owner) => owner !== origin)) };
}

function serveByNsd(zones: readonly Zone[]): ChildProcess {
  const lines = zones.map(({ origin, file }) => `zone:\n  name: ${origin}\n  zonefile: ${file}\n`).join('');
  const work = join(folder, 'nsd');
  mkdirSync(work);
  const own = [
    'pidfile: ""',
    'username: ""',
    `zonesdir: ${work}`,
    `xfrdfile: ${work}/xfrd`,
    `zonelistfile: ${work}/list`,
    `xfrdir: ${work}`,
  ];
  writeFileSync(
    join(work, 'conf'),
    `server:\n  ip-address: ${places.nsd}\n${own.map((line) => `  ${line}\n`).join('')}remote-control:\n  control-enable: no\n${lines}`,
  );
  return spawn(programs.nsd, ['-d', '-c', join(work, 'conf')], { stdio: 'ignore' });
}

function serveByBind(zones: readonly Zone[]): ChildProcess {
  const lines = zones.map(({ origin, file }) => `zone "${origin}" { type primary; file "${file}"; };`).join('\n');
  const file = join(folder, 'named.conf');
  writeFileSync(
    file,
    `options { directory "${folder}"; listen-on port ${bindPort} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; notify no; allow-transfer { none; }; pid-file none; session-keyfile none; dnssec-validation no; };\ncontrols { };\n${lines}\n`,
  );
  return spawn(programs.named, ['-f', '-c', file], { stdio: 'ignore' });
}

/** A resolver that knows where the zones are, and asks there. Zones below them have no servers that answer. */
function resolveByBind(zones: readonly Zone[]): ChildProcess {
  const lines = zones.map(({ origin }) => `zone "${origin}" { type static-stub; server-addresses { ${places.nsd}; }; };`).join('\n');
  const file = join(folder, 'resolver.conf');
  writeFileSync(
    file,
    `options { directory "${folder}"; listen-on port ${resolverPort} { 127.0.0.1; }; listen-on-v6 { none; }; recursion yes; pid-file none; session-keyfile none; dnssec-validation no; empty-zones-enable no; resolver-query-timeout 301; };\ncontrols { };\n${lines}\n`,
  );
  return spawn(programs.named, ['-f', '-c', file], { stdio: 'ignore' });
}

/** Signs each answer as it is asked for, around the question. */
function serveByKnot(origin: string, text: string): ChildProcess {
  const work = join(folder, 'knot');
  mkdirSync(work);
  writeFileSync(join(work, 'zone'), text);
  writeFileSync(
    join(work, 'conf'),
    `server:\n  rundir: ${work}\n  listen: ${places.knotd}@53\ndatabase:\n  storage: ${work}\nmod-onlinesign:\n  - id: lies\ntemplate:\n  - id: default\n    storage: ${work}\nzone:\n  - domain: ${origin}\n    file: zone\n    module: mod-onlinesign/lies\n`,
  );
  return spawn(programs.knotd, ['-c', join(work, 'conf')], { stdio: 'ignore' });
}

type Walked = { readonly names: ReadonlySet<string>; readonly tookMs: number; readonly says: string };

async function walkOurs(origin: string, address: string): Promise<Walked & { readonly walk: ZoneWalk }> {
  const dns = createDns({ allowedNetworks: new BlockList(), server: address });
  const startedAt = performance.now();
  const walk = await walkZone(origin, {
    dns,
    signal: new AbortController().signal,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    say: () => {},
  });
  return { walk, names: new Set(walk.names.map(({ name }) => name)), tookMs: performance.now() - startedAt, says: describeWalk(walk) };
}

async function walkByLdns(origin: string, address: string): Promise<Walked | undefined> {
  const startedAt = performance.now();
  const given = [`@${address}`, origin];
  const done = await run('ldns-walk', given, { maxBuffer: 64 * 1024 * 1024, timeout: ldnsMs }).catch(
    (error: Error & { readonly code?: unknown; readonly stdout?: string; readonly killed?: boolean }) => error,
  );
  if (done instanceof Error && done.code === 'ENOENT') return undefined;
  const tookMs = performance.now() - startedAt;
  const says = !(done instanceof Error) ? '' : done.killed === true ? 'ended by the bench' : 'ended with a failure';
  const names = [...(done.stdout ?? '').matchAll(/^(\S+)\.[ \t]/gm)].map(([, name = '']) => name.toLowerCase());
  return { names: new Set(names.filter((name) => name !== origin)), tookMs, says };
}

function rowOf(zone: string, who: string, walked: Walked | undefined, truth: ReadonlySet<string>): string {
  if (walked === undefined) return `| ${zone} | ${who} | not run | | | | |`;
  const right = [...walked.names].filter((name) => truth.has(name)).length;
  const counts = `${right} of ${truth.size} | ${walked.names.size - right}`;
  return `| ${zone} | ${who} | ${Math.round(walked.tookMs)} ms | ${counts} | ${walked.says} |`;
}

/** BIND refuses zones that NSD takes. */
async function isServed(address: string, origin: string): Promise<boolean> {
  const dns = createDns({ allowedNetworks: new BlockList(), server: address });
  const answer = await dns.ask({ name: origin, type: 'SOA', signal: new AbortController().signal });
  return answer.ok && answer.value.answers.length > 0;
}

/** Asks until the server answers for its zone. */
async function waitFor(address: string, origin: string): Promise<void> {
  const dns = createDns({ allowedNetworks: new BlockList(), server: address, triesMs: [300] });
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await dns.ask({ name: origin, type: 'SOA', signal: new AbortController().signal });
    if (answer.ok && answer.value.answers.length > 0) return;
    await setTimeout(100);
  }
  throw new Error(`no server answers for ${origin} at ${address}`);
}

const started: ChildProcess[] = [];
try {
  const zones = [await sign('example', 'RFC 4035, Appendix A', rfc4035Zone)];
  for (const file of given === undefined ? [] : readdirSync(given))
    zones.push(await sign(file, file, `$ORIGIN ${file}.\n${readFileSync(join(given ?? '', file), 'utf8')}`));
  const hashed = await sign('example', 'RFC 5155, Appendix A (NSEC3, opt-out)', rfc5155Zone, ['-n', '-p', '-t', '12', '-s', 'aabbccdd']);
  const rows: string[] = [];
  started.push(serveByNsd(zones), serveByBind([hashed, ...zones.slice(1)]), serveByKnot('example', rfc4035Zone));
  await waitFor(places.nsd, 'example');
  for (const { origin, title, truth } of zones) {
    rows.push(rowOf(title, 'Subdomain Radar, NSD', await walkOurs(origin, places.nsd), truth));
    rows.push(rowOf(title, 'ldns-walk, NSD', await walkByLdns(origin, places.nsd), truth));
  }
  await waitFor(places.named, 'example');
  for (const { origin, title, truth } of zones.slice(1)) {
    if (await isServed(places.named, origin)) rows.push(rowOf(title, 'Subdomain Radar, BIND', await walkOurs(origin, places.named), truth));
  }
  rows.push(rowOf(hashed.title, 'Subdomain Radar, BIND', await walkOurs('example', places.named), new Set()));
  started.push(resolveByBind(zones));
  await waitFor(places.resolver, 'example');
  for (const { origin, title, truth } of zones)
    rows.push(rowOf(title, 'Subdomain Radar, by a resolver', await walkOurs(origin, places.resolver), truth));
  await waitFor(places.knotd, 'example');
  rows.push(rowOf('RFC 4035, signed for each question', 'Subdomain Radar, Knot DNS', await walkOurs('example', places.knotd), new Set()));
  const table = `| zone | walked by | time | names | wrong | says |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('zone-walk', 'npm run bench -- zone-walk FOLDER --write', table);
} finally {
  for (const one of started) one.kill();
  rmSync(folder, { recursive: true, force: true });
}
