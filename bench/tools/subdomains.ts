/**
 * `npm run bench -- subdomains`: Subdomain Radar beside fierce, on one BIND zone of 5,000 names in the same run. Found names are
 * compared as sets with the zone's own. Programs that are not installed are listed as not run. Writes the table into
 * docs/benchmarks.md with `--write`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDns } from '../../server/adapters/dns.ts';
import { openToolPorts, runToolOn } from '../../tests/support/tool-runs.ts';
import type { RadarFacts } from '../../tools/subdomain-radar/knowledge/radar-report.ts';
import { subdomainRadarTool } from '../../tools/subdomain-radar/server/subdomain-radar-tool.ts';
import { writeTable } from '../written-table.ts';

const run = promisify(execFile);
/** fierce asks port 53 alone. */
const address = '127.0.0.1';
const domain = 'castle.example';
const bind = 'named';
const words = Array.from({ length: 5_000 }, (_, index) => `host${index}`);
const truth = new Set(words.filter((_, index) => index % 4 === 0).map((word) => `${word}.${domain}`));

const folder = mkdtempSync(join(tmpdir(), 'castellan-zone-'));
const records = [...truth].map((name, index) => `${name}. IN A 192.0.2.${1 + (index % 250)}`);
writeFileSync(
  join(folder, 'zone'),
  [`$TTL 60`, `@ IN SOA ns.${domain}. h.${domain}. 1 60 60 60 60`, `@ IN NS ns.${domain}.`, `ns IN A ${address}`, ...records, ''].join(
    '\n',
  ),
);
writeFileSync(join(folder, 'words'), `${words.join('\n')}\n`);
writeFileSync(
  join(folder, 'named.conf'),
  `options { directory "${folder}"; listen-on { ${address}; }; listen-on-v6 { none; }; recursion no; allow-transfer { none; }; pid-file none; session-keyfile none; dnssec-validation no; };
   controls { };
   zone "${domain}" { type primary; file "zone"; };`,
);

async function askRadar(): Promise<{ readonly names: ReadonlySet<string>; readonly tookMs: number }> {
  const ports = openToolPorts(new BlockList(), { dns: createDns({ allowedNetworks: new BlockList(), server: address }) });
  const options = { words: words.join('\n'), depth: '1', 'no-logs': true, 'no-probe': true };
  const report = await runToolOn(subdomainRadarTool, domain, options, ports);
  if (!report.ok) throw new Error(report.failure.message);
  const { names } = report.value as unknown as RadarFacts;
  return { names: new Set(names.map(({ name }) => name)), tookMs: report.value.durationMs };
}

async function askFierce(): Promise<{ readonly names: ReadonlySet<string>; readonly tookMs: number } | undefined> {
  const startedAt = performance.now();
  try {
    const given = ['--domain', domain, '--dns-servers', address, '--subdomain-file', join(folder, 'words'), '--traverse', '0'];
    const { stdout } = await run('fierce', given, { maxBuffer: 64 * 1024 * 1024 });
    const names = [...stdout.matchAll(/^Found: (\S+?)\.? /gm)].map(([, name]) => name ?? '');
    return { names: new Set(names), tookMs: performance.now() - startedAt };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function rowOf(title: string, found: { readonly names: ReadonlySet<string>; readonly tookMs: number } | undefined): string {
  if (found === undefined) return `| ${title} | not run | | | |`;
  const own = [...found.names].filter((name) => name !== `ns.${domain}`);
  const right = own.filter((name) => truth.has(name)).length;
  return `| ${title} | ${Math.round(found.tookMs)} ms | ${own.length} | ${truth.size - right} | ${own.length - right} |`;
}

const named = spawn(bind, ['-f', '-c', join(folder, 'named.conf')], { stdio: 'ignore' });
try {
  await waitForZone();
  const ours = await askRadar();
  const fierce = await askFierce();
  const ratio = fierce === undefined ? '' : `\n\nfierce took ${(fierce.tookMs / ours.tookMs).toFixed(1)} times as long.`;
  const table = `| ${truth.size} names of 5,000 words, BIND on loopback | time | found | missed | wrong |\n| --- | --- | --- | --- | --- |\n${rowOf('Subdomain Radar', ours)}\n${rowOf('fierce', fierce)}${ratio}`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('subdomains', 'npm run bench -- subdomains --write', table);
} finally {
  named.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Asks until the server answers for its zone. */
async function waitForZone(): Promise<void> {
  const dns = createDns({ allowedNetworks: new BlockList(), server: address, triesMs: [200] });
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await dns.ask({ name: domain, type: 'SOA', signal: new AbortController().signal });
    if (answer.ok && answer.value.answers.length > 0) return;
    await setTimeout(100);
  }
  throw new Error('named does not start');
}
