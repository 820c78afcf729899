/**
 * Inside of namespaces of its own (`unshare -n -m`): Network Scanner beside `nmap -sV` on the same real servers, and who names them
 * rightly. Prints a table. Started by listeners.ts.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import type { ScanFacts } from '../../../tools/network-scanner/knowledge/scan-facts.ts';
import { networkScannerTool } from '../../../tools/network-scanner/server/network-scanner-tool.ts';
import { type RealServer, realServers, writeFiles } from './servers.ts';

type Named = { readonly service: string; readonly isProbed: boolean; readonly says: string };
type Listener = { readonly port: number; readonly server: string; readonly names: readonly string[] };

const run = promisify(execFile);
const maxShareOfTime = 1 / 3;

const [, , unpacked = '/nonexistent'] = process.argv;
const extra = '/run/unpacked';
execFileSync('ip', ['link', 'set', 'lo', 'up']);
// Nothing that the servers leave behind outlives the lab.
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
if (existsSync(unpacked)) cpSync(unpacked, extra, { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', '/tmp']);
const folder = mkdtempSync('/tmp/listeners-');
chmodSync(folder, 0o755);
prepare();

/** What some servers want to be there before they start. A program that is missing leaves its server out. */
function prepare(): void {
  const quietly = (command: string, ...args: string[]) => {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      // Its server will not come up, and is then left out by name.
    }
  };
  for (const name of ['empty', 'prosody', 'postfix', 'dovecot']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['sshd', 'rpcbind', 'samba', 'postgresql', 'dovecot']) mkdirSync(join('/run', name), { recursive: true });
  quietly(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=lab',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  );
  quietly('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'ssh_key'));
  quietly(
    'mariadb-install-db',
    '--no-defaults',
    '--user=root',
    `--datadir=${join(folder, 'maria')}`,
    '--auth-root-authentication-method=normal',
  );
  for (const [name, method] of [
    ['postgres', 'scram-sha-256'],
    ['trusting', 'trust'],
  ] as const) {
    const data = join(folder, name);
    mkdirSync(data);
    quietly('chown', 'postgres', data);
    const initdb = ['/usr/lib/postgresql/15/bin/initdb', '-A', method, '-D', data, '--pwfile=/etc/hostname'];
    quietly('setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...initdb);
  }
  const postfix = join(folder, 'postfix');
  if (!existsSync('/usr/share/postfix/master.cf.dist')) return;
  cpSync('/usr/share/postfix/master.cf.dist', join(postfix, 'master.cf'));
  execFileSync('sed', ['-i', 's/^smtp      inet.*/127.0.0.1:587 inet n - n - - smtpd/', join(postfix, 'master.cf')]);
  writeFileSync(
    join(postfix, 'main.cf'),
    `compatibility_level = 3.6\nmyhostname = lab.example.org\ninet_interfaces = 127.0.0.1\nqueue_directory = ${join(folder, 'spool')}\ndata_directory = ${join(folder, 'postfix-data')}\nmaillog_file = ${join(folder, 'mail.log')}\nmaillog_file_prefixes = ${folder}\n`,
  );
  mkdirSync(join(folder, 'spool'));
  mkdirSync(join(folder, 'postfix-data'));
  quietly('chown', 'postfix', join(folder, 'postfix-data'));
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const log = process.env['LAB_LOG'] === undefined ? 'ignore' : 'inherit';

/** Starts a server, and waits until all of its ports take connections: half a minute at most. */
async function start(server: RealServer): Promise<boolean> {
  writeFiles(folder, server);
  const [program = '', ...args] = server.command;
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, ...server.env } });
  let isGone = false;
  child.once('error', () => {
    isGone = true;
  });
  child.once('exit', () => {
    isGone = true;
  });
  for (let tries = 0; tries < 300 && !isGone; tries += 1) {
    if ((await Promise.all(server.ports.map(({ port }) => listens(port)))).every(Boolean)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** The same server on another port. */
function relay(from: number, to: number): Promise<void> {
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  return new Promise((resolve) => server.listen(from, '127.0.0.1', () => resolve()));
}

async function nameByUs(ports: string): Promise<{ readonly named: ReadonlyMap<number, Named>; readonly tookMs: number }> {
  const report = await runToolOn(networkScannerTool, '127.0.0.1', { ports }, openToolPorts());
  if (!report.ok) throw new Error(report.failure.message);
  const { hosts } = report.value as unknown as ScanFacts;
  const named = (hosts[0]?.open ?? []).map(({ port, service, by, banners, access }) => {
    const says = [banners?.ssh?.software ?? banners?.product, banners?.version, access].filter(Boolean).join(' ');
    return [port, { service, isProbed: by === 'answer', says }] as const;
  });
  return { named: new Map(named), tookMs: report.value.durationMs };
}

async function nameByNmap(ports: string): Promise<{ readonly named: ReadonlyMap<number, Named>; readonly tookMs: number }> {
  const startedAt = performance.now();
  const { stdout } = await run('nmap', ['-sT', '-sV', '-T4', '-n', '-Pn', '-p', ports, '-oX', '-', '127.0.0.1'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const named = [...stdout.matchAll(/portid="(\d+)"><state state="open"[^>]*\/>(?:<service ([^>]*?)\/?>)?/g)].map(
    ([, port, attributes = '']) => {
      const value = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
      const says = [value('product'), value('version')].filter(Boolean).join(' ');
      return [Number(port), { service: value('name') ?? 'unknown', isProbed: value('method') === 'probed', says }] as const;
    },
  );
  return { named: new Map(named), tookMs: performance.now() - startedAt };
}

const listeners: Listener[] = [];
const absent: string[] = [];
const only = new RegExp(process.env['LAB_ONLY'] ?? '');
for (const server of realServers(folder, extra).filter(({ name }) => only.test(name))) {
  if (!(await start(server))) {
    absent.push(server.name);
    continue;
  }
  for (const { port, names, unusual } of server.ports) {
    listeners.push({ port, server: server.name, names });
    if (unusual === undefined) continue;
    await relay(unusual, port);
    listeners.push({ port: unusual, server: server.name, names });
  }
}
const ports = listeners.map(({ port }) => port).join(',');
const ours = await nameByUs(ports);
const peer = process.env['LAB_ALONE'] === undefined ? await nameByNmap(ports) : undefined;
const judge = (named: ReadonlyMap<number, Named>, { port, names }: Listener) => {
  const one = named.get(port);
  return one === undefined || !one.isProbed
    ? 'none'
    : names.some((name) => one.service === name || one.service.startsWith(`${name} `))
      ? 'right'
      : 'wrong';
};
const count = (named: ReadonlyMap<number, Named>, wanted: string) => listeners.filter((one) => judge(named, one) === wanted).length;
const cell = (named: ReadonlyMap<number, Named>, one: Listener) => {
  const { service = '', says = '' } = named.get(one.port) ?? {};
  const verdict = judge(named, one);
  return verdict === 'none' ? 'by its number alone' : `${service}${says === '' ? '' : `, ${says}`}${verdict === 'wrong' ? ' (wrong)' : ''}`;
};
const lines = [`| Port | Server | Castellan | nmap -sV |`, '| ---: | --- | --- | --- |'];
for (const one of listeners.toSorted((a, b) => a.port - b.port))
  lines.push(`| ${one.port} | ${one.server} | ${cell(ours.named, one)} | ${peer === undefined ? '' : cell(peer.named, one)} |`);
const total = (name: string, of: typeof ours) =>
  `${name} ${count(of.named, 'right')} right, ${count(of.named, 'wrong')} wrong, ${(of.tookMs / 1000).toFixed(1)} s`;
if (peer !== undefined) {
  const isMet =
    count(ours.named, 'right') >= count(peer.named, 'right') &&
    count(ours.named, 'wrong') === 0 &&
    ours.tookMs <= peer.tookMs * maxShareOfTime;
  lines.push(
    '',
    `Of ${listeners.length} listeners: ${total('Castellan', ours)}; ${total('nmap', peer)}. No fewer right names than nmap, none wrong, a third of its time: ${isMet ? 'met' : 'not met'}.`,
  );
} else lines.push('', total('Castellan', ours));
if (absent.length > 0) lines.push('', `Not started: ${absent.join(', ')}.`);
console.log(lines.join('\n'));
process.exit();
