/**
 * `npm run bench -- spf [--write]`: the 203 cases of RFC 7208's suite by DNS Postmaster's own command, beside pyspf (Debian's
 * python3-spf), on the same DNS servers in the same run. Each case is one call of the command, in this process; pyspf's calls are
 * in one process of Python's. What is measured is each call from its beginning to its result.
 */
import { execFile } from 'node:child_process';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createDns } from '../../server/adapters/dns.ts';
import { runTool } from '../../server/commands/tool/run-tool.ts';
import { startTestDns } from '../../tests/support/dns-server.ts';
import { loopback, openToolPorts } from '../../tests/support/tool-runs.ts';
import type { MailReportFacts } from '../../tools/dns-postmaster/knowledge/mail-report.ts';
import { dnsPostmasterTool } from '../../tools/dns-postmaster/server/dns-postmaster-tool.ts';
import { readSpfSuite } from '../../tools/dns-postmaster/tests/spf-suite.ts';
import { writeTable } from '../written-table.ts';

/** Servers that never answer are waited for so long, by both. */
const patienceMs = 100;
const rounds = 5;

type Case = {
  readonly name: string;
  readonly port: number;
  readonly ip: string;
  readonly from: string;
  readonly helo: string;
  readonly allowed: readonly string[];
};
type Answers = { readonly results: readonly string[]; readonly ms: readonly number[] };

/** The suite's zones, a server for each, in a thread of their own. */
async function serve(): Promise<void> {
  const servers = await Promise.all(readSpfSuite('TIMEOUT').map(({ zone }) => startTestDns(zone)));
  parentPort?.postMessage(servers.map(({ port }) => port));
}

async function measure(): Promise<void> {
  const servers = new Worker(import.meta.filename);
  const ports = await new Promise<readonly number[]>((resolve) => servers.once('message', resolve));
  const cases = readSpfSuite('TIMEOUT').flatMap(({ cases: of }, index) =>
    of.map(({ name, host, mailfrom, helo, result }): Case => {
      return { name, port: ports[index] ?? 0, ip: host, from: mailfrom, helo, allowed: [result].flat() };
    }),
  );
  const ours: Answers[] = [];
  const theirs: Answers[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await askOurs(cases));
    const peer = await askPyspf(cases);
    if (peer !== undefined) theirs.push(peer);
  }
  await servers.terminate();
  const rows = [rowOf('DNS Postmaster, `dns-postmaster --mail`', ours, cases), rowOf('pyspf', theirs, cases)];
  const table = `| ${cases.length} cases, ${rounds} rounds | as the suite has it | a case, median | all cases, median |\n| --- | --- | --- | --- |\n${rows.join('\n')}${compare(ours[0], theirs[0], cases)}`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('spf', 'npm run bench -- spf --write', table);
}

async function askOurs(cases: readonly Case[]): Promise<Answers> {
  const results: string[] = [];
  const ms: number[] = [];
  for (const { port, ip, from, helo } of cases) {
    let out = '';
    const given = ['dns-postmaster', '--mail', '--ip', ip, `--mail-from=${from}`, `--helo=${helo}`, '--dns', `127.0.0.1:${port}`, '--json'];
    const startedAt = performance.now();
    await runTool(given, {
      tools: [dnsPostmasterTool],
      openPorts: (server) => openToolPorts(loopback, { dns: createDns({ allowedNetworks: loopback, server, triesMs: [patienceMs] }) }),
      readInput: () => Promise.reject(new Error('nothing is read')),
      print: (text) => {
        out += text;
      },
      tell: () => {},
      isTerminal: false,
      signal: new AbortController().signal,
    });
    ms.push(performance.now() - startedAt);
    results.push((JSON.parse(out) as MailReportFacts).spf.result);
  }
  return { results, ms };
}

const program = `
import json, sys, time, spf, dns.resolver
cases = json.load(sys.stdin)
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers, resolver.cache = ['127.0.0.1'], None
dns.resolver.default_resolver = resolver
answers = {'results': [], 'ms': []}
for case in cases:
    resolver.port = case['port']
    started = time.perf_counter()
    query = spf.query(i=case['ip'], s=case['from'], h=case['helo'], timeout=${patienceMs / 1000}, querytime=0)
    result = query.check()[0]
    answers['ms'].append((time.perf_counter() - started) * 1000)
    answers['results'].append(result)
print(json.dumps(answers))
`;

/** `undefined` where pyspf is not installed. */
function askPyspf(cases: readonly Case[]): Promise<Answers | undefined> {
  return new Promise((resolve) => {
    const child = execFile('/usr/bin/python3', ['-c', program], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout) =>
      resolve(error === null ? (JSON.parse(stdout) as Answers) : undefined),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(cases));
  });
}

function rowOf(title: string, answers: readonly Answers[], cases: readonly Case[]): string {
  const [first] = answers;
  if (first === undefined) return `| ${title} | not run | | |`;
  const right = cases.filter(({ allowed }, index) => allowed.includes(first.results[index] ?? '')).length;
  const each = median(answers.flatMap(({ ms }) => ms)).toFixed(2);
  const all = median(answers.map(({ ms }) => ms.reduce((sum, one) => sum + one, 0))).toFixed(0);
  return `| ${title} | ${right} of ${cases.length} | ${each} ms | ${all} ms |`;
}

function compare(ours: Answers | undefined, theirs: Answers | undefined, cases: readonly Case[]): string {
  if (ours === undefined || theirs === undefined) return '';
  const apart = cases.flatMap(({ name, allowed }, index) => {
    const [own, other] = [ours.results[index], theirs.results[index]];
    return own === other ? [] : [`${name} (${own}; pyspf ${other}; the suite ${allowed.join(' or ')})`];
  });
  return `\n\nBoth give the same result in ${cases.length - apart.length} of ${cases.length} cases.${apart.length === 0 ? '' : ` Apart: ${apart.join(', ')}.`}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

if (isMainThread) await measure();
else await serve();
