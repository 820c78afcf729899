/**
 * Inside of namespaces of its own (`unshare -n -m -p`): Network Scanner beside `nmap -sU -sV` on the same real servers by UDP, and its
 * sign-in attempts at servers that let anybody in, and at others that do not. Prints a table. Started by udp.ts.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import { portsOf } from '../../../tools/network-scanner/knowledge/port-ranges.ts';
import type { ScanFacts } from '../../../tools/network-scanner/knowledge/scan-facts.ts';
import { networkScannerTool } from '../../../tools/network-scanner/server/network-scanner-tool.ts';

type Server = { readonly name: string; readonly ports: readonly number[]; readonly isTcp?: true; readonly command: readonly string[] };

const run = promisify(execFile);
const [, , unpacked = '/nonexistent'] = process.argv;
execFileSync('ip', ['link', 'set', 'lo', 'up']);
// Nothing that the servers leave behind outlives the lab.
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
if (existsSync(unpacked)) cpSync(unpacked, '/run/unpacked', { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', '/tmp']);
const folder = mkdtempSync('/tmp/udp-');
chmodSync(folder, 0o755);
for (const name of ['rpcbind', 'chrony', 'empty', 'tftp']) mkdirSync(join('/run', name));
mkdirSync(join(folder, 'ftp'), { mode: 0o555 });
mkdirSync(join(folder, 'ldap'));
process.env['HOME'] = folder;
const at = (name: string) => join(folder, name);
const file = (name: string, text: string) => {
  writeFileSync(at(name), text, { mode: 0o644 });
  return at(name);
};
const [key, cert] = [at('key.pem'), at('cert.pem')];
const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=lab', '-keyout', key, '-out', cert];
execFileSync('openssl', made, { stdio: 'ignore' });

const bind = `options { directory "${folder}"; pid-file none; listen-on port 53 { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; };\n`;
const kamailio =
  '#!KAMAILIO\nfork=yes\nchildren=1\nlisten=udp:127.0.0.1:5060\nloadmodule "sl.so"\nloadmodule "pv.so"\nrequest_route { sl_send_reply("200","OK"); }\n';
const openvpn = [
  '--dev',
  'null',
  '--proto',
  'udp',
  '--local',
  '127.0.0.1',
  '--port',
  '1194',
  '--tls-server',
  '--dh',
  'none',
  '--ifconfig-noexec',
];
const caddy = `{\n admin off\n auto_https off\n}\nhttps://127.0.0.1:443 {\n tls ${cert} ${key}\n respond ok\n}\n`;

/** Servers of Debian 12 that are the same in both rounds. */
const servers: readonly Server[] = [
  { name: 'BIND', ports: [53], command: ['named', '-f', '-c', file('named.conf', bind), '-u', 'root'] },
  {
    name: 'dnsmasq (TFTP)',
    ports: [69],
    command: [
      'dnsmasq',
      '-k',
      '-C',
      '/dev/null',
      '-p',
      '0',
      '--enable-tftp',
      '--tftp-root=/run/tftp',
      '-a',
      '127.0.0.1',
      '-z',
      '-u',
      'root',
    ],
  },
  { name: 'rpcbind', ports: [111], command: ['rpcbind', '-f'] },
  {
    name: 'chrony',
    ports: [123],
    command: ['chronyd', '-d', '-x', '-u', 'root', '-f', file('chrony.conf', 'local stratum 10\nallow 127.0.0.0/8\nport 123\ncmdport 0\n')],
  },
  { name: 'Caddy (QUIC)', ports: [443], command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file('Caddyfile', caddy)] },
  { name: 'strongSwan', ports: [500, 4500], command: ['/usr/lib/ipsec/charon'] },
  { name: 'OpenVPN', ports: [1194], command: ['openvpn', ...openvpn, '--ca', cert, '--cert', cert, '--key', key] },
  { name: 'Kamailio', ports: [5060], command: ['kamailio', '-DD', '-E', '-f', file('kamailio.cfg', kamailio), '-Y', folder] },
  { name: 'memcached', ports: [11_211], command: ['memcached', '-u', 'nobody', '-p', '0', '-U', '11211', '-l', '127.0.0.1'] },
];

/** Servers that may let anybody in. */
function gates(isOpen: boolean): readonly Server[] {
  const round = isOpen ? 'open' : 'shut';
  const ftp = `listen=YES\nlisten_address=127.0.0.1\nbackground=NO\nanonymous_enable=${isOpen ? 'YES' : 'NO'}\nlocal_enable=YES\nsecure_chroot_dir=/run/empty\nanon_root=${at('ftp')}\nftp_username=daemon\nseccomp_sandbox=NO\n`;
  const ldap = `include /etc/ldap/schema/core.schema\npidfile ${at('slapd.pid')}\n${isOpen ? '' : 'disallow bind_anon\n'}database ldif\nsuffix "dc=lab"\nrootdn "cn=admin,dc=lab"\nrootpw lab\ndirectory ${at('ldap')}\n`;
  return [
    {
      name: 'snmpd',
      ports: [161],
      command: [
        'snmpd',
        '-f',
        '-C',
        '-c',
        file(`snmpd-${round}.conf`, `rocommunity ${isOpen ? 'public' : 'lab'} 127.0.0.1\nagentAddress udp:127.0.0.1:161\n`),
      ],
    },
    { name: 'vsftpd', ports: [21], isTcp: true, command: ['/run/unpacked/usr/sbin/vsftpd', file(`vsftpd-${round}.conf`, ftp)] },
    {
      name: 'OpenLDAP',
      ports: [389],
      isTcp: true,
      command: ['slapd', '-d', '0', '-h', 'ldap://127.0.0.1:389/', '-f', file(`slapd-${round}.conf`, ldap)],
    },
  ];
}
// An entry below the root, as slapd keeps it.
file(
  'ldap/dc=lab.ldif',
  'dn: dc=lab\nobjectClass: dcObject\nobjectClass: organization\no: lab\ndc: lab\nstructuralObjectClass: organization\n',
);

function takesTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Whether a UDP port is bound, by the system's own list. */
function isBound(port: number): boolean {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  return ['/proc/net/udp', '/proc/net/udp6'].some((path) => readFileSync(path, 'utf8').includes(wanted));
}

async function start({ ports, isTcp, command: [program = '', ...args] }: Server): Promise<ChildProcess | undefined> {
  const child = spawn(program, args, { stdio: 'ignore' });
  let isGone = false;
  const end = () => {
    isGone = true;
  };
  child.once('error', end).once('exit', end);
  for (let tries = 0; tries < 200 && !isGone; tries += 1) {
    const up = await Promise.all(ports.map((port) => (isTcp === true ? takesTcp(port) : isBound(port))));
    if (up.every(Boolean)) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}

async function scan(options: object): Promise<ScanFacts & { readonly durationMs: number }> {
  const report = await runToolOn(networkScannerTool, '127.0.0.1', options, openToolPorts());
  if (!report.ok) throw new Error(report.failure.message);
  return report.value as unknown as ScanFacts & { readonly durationMs: number };
}

type Named = { readonly state: string; readonly says: string };

async function lookByUs() {
  const { hosts, udpPorts = '', durationMs } = await scan({ ports: 'none', udp: true });
  const { open = [], closed = '', silent = '' } = hosts[0]?.udp ?? {};
  const named = new Map<number, Named>();
  for (const port of portsOf(closed)) named.set(port, { state: 'closed', says: '' });
  for (const port of portsOf(silent)) named.set(port, { state: 'open|filtered', says: '' });
  for (const { port, service, by, banners } of open) {
    const software = [banners?.product ?? banners?.greeting, banners?.version].filter(Boolean).join(' ');
    named.set(port, { state: 'open', says: by === 'port' ? '' : [service, software].filter(Boolean).join(', ') });
  }
  return { named, ports: udpPorts, tookMs: durationMs };
}

async function lookByNmap(ports: string) {
  const startedAt = performance.now();
  const { stdout } = await run('nmap', ['-sU', '-sV', '-T4', '-n', '-Pn', '-p', ports, '-oX', '-', '127.0.0.1']);
  const rows = [...stdout.matchAll(/portid="(\d+)"><state state="([^"]*)"[^>]*\/>(?:<service ([^>]*?)\/?>)?/g)];
  const named = rows.map(([, port, state = '', attributes = '']) => {
    const value = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
    const software = [value('product'), value('version')].filter(Boolean).join(' ');
    const says = value('method') === 'probed' ? [value('name'), software].filter(Boolean).join(', ') : '';
    return [Number(port), { state, says }] as const;
  });
  return { named: new Map<number, Named>(named), tookMs: performance.now() - startedAt };
}

const absent: string[] = [];
const listening = new Map<number, string>();
const opened: ChildProcess[] = [];
for (const server of [...servers, ...gates(true)]) {
  const child = await start(server);
  if (child === undefined) absent.push(server.name);
  else if (server.isTcp !== true) for (const port of server.ports) listening.set(port, server.name);
  if (child !== undefined && gates(true).some(({ name }) => name === server.name)) opened.push(child);
}
const ours = await lookByUs();
const peer = await lookByNmap(ours.ports);
const say = (one: Named | undefined) =>
  one === undefined ? '' : `${one.state.replace('|', ' or ')}${one.says === '' ? '' : `: ${one.says}`}`;
const lines = ['| Port | Server | Castellan | nmap -sU -sV |', '| ---: | --- | --- | --- |'];
for (const [port, server] of [...listening].toSorted(([one], [other]) => one - other))
  lines.push(`| ${port} | ${server} | ${say(ours.named.get(port))} | ${say(peer.named.get(port))} |`);
const named = (of: ReadonlyMap<number, Named>) => [...listening.keys()].filter((port) => (of.get(port)?.says ?? '') !== '').length;
const others = portsOf(ours.ports).filter((port) => !listening.has(port));
const closed = (of: ReadonlyMap<number, Named>) => others.filter((port) => of.get(port)?.state === 'closed').length;
const total = (name: string, of: { readonly named: ReadonlyMap<number, Named>; readonly tookMs: number }) =>
  `${name} names ${named(of.named)}, and calls ${closed(of.named)} of ${others.length} others closed, in ${(of.tookMs / 1000).toFixed(1)} s`;
lines.push('', `Of ${listening.size} listeners: ${total('Castellan', ours)}; ${total('nmap', peer)}.`);

const outcome = async () =>
  ((await scan({ 'try-sign-in': true })).hosts[0]?.signIns ?? [])
    .map(({ service, outcome: came, reads = false }) => `${service} ${came}${reads ? ', entries readable' : ''}`)
    .join('; ');
lines.push('', `Sign-in attempts where anybody is let in: ${await outcome()}.`);
for (const child of opened) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
for (const server of gates(false)) if ((await start(server)) === undefined) absent.push(`${server.name} (shut)`);
lines.push(`Where nobody is: ${await outcome()}.`);
if (absent.length > 0) lines.push('', `Not started: ${absent.join(', ')}.`);
console.log(lines.join('\n'));
process.exit();
