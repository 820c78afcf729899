import type { Report } from '@castellan/probes/report';
import { portsOf } from './port-ranges.ts';
import type { HostFacts, OpenPort, PortReason, ScanFacts, UdpFacts } from './scan-facts.ts';
import { attempts } from './sign-ins/sign-in-findings.ts';
import { udpServiceAt } from './udp/udp-names.ts';

/** A scan's report as the XML that nmap writes (nmap.dtd, version 1.05), for programs that read it. */
export function scanAsNmapXml(report: Report & ScanFacts): string {
  const { target, startedAt, durationMs, hosts, silent, ports, portCount, udpPorts } = report;
  const startMs = Date.parse(startedAt);
  const [start, end] = [seconds(startMs), seconds(startMs + durationMs)];
  const up = hosts.length;
  const total = up + silent.length;
  const elapsed = (durationMs / 1000).toFixed(2);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE nmaprun>',
    // Its readers accept one scanner's name alone; `args` says whose it is.
    `<nmaprun scanner="nmap" args=${quoted(`network-scanner ${target} --ports ${ports || 'none'}${udpPorts === undefined ? '' : ' --udp'}`)} start="${start}" startstr=${quoted(dateText(startMs))} version="7.93" xmloutputversion="1.05">`,
    ...(portCount === 0 && udpPorts !== undefined ? [] : [scanTag('connect', 'tcp', portCount, ports)]),
    ...(udpPorts === undefined ? [] : [scanTag('udp', 'udp', portsOf(udpPorts).length, udpPorts)]),
    '<verbose level="0"/>',
    '<debugging level="0"/>',
    ...hosts.flatMap((host) => hostLines(host, start, end)),
    ...silent.map((address) => `<host><status state="down" reason="no-response" reason_ttl="0"/>${addressTag(address)}</host>`),
    `<runstats><finished time="${end}" timestr=${quoted(dateText(startMs + durationMs))} elapsed="${elapsed}" summary=${quoted(report.verdict)} exit="success"/><hosts up="${up}" down="${total - up}" total="${total}"/></runstats>`,
    '</nmaprun>',
  ];
  return `${lines.join('\n')}\n`;
}

function scanTag(type: string, protocol: string, count: number, ports: string): string {
  return `<scaninfo type="${type}" protocol="${protocol}" numservices="${count}" services=${quoted(ports)}/>`;
}

function hostLines(host: HostFacts, start: number, end: number): readonly string[] {
  const { address, name, open, closed, filtered, reasons, roundTripMs, udp } = host;
  const micro = Math.round((roundTripMs ?? 0) * 1000);
  return [
    `<host starttime="${start}" endtime="${end}"><status state="up" reason="${whyUp(host)}" reason_ttl="0"/>`,
    addressTag(address),
    name === undefined ? '<hostnames/>' : `<hostnames><hostname name=${quoted(name)} type="user"/></hostnames>`,
    '<ports>',
    ...extraLines('closed', closed, reasons, ['conn-refused', 'reset']),
    ...extraLines('filtered', filtered, reasons, ['no-response', 'host-unreach', 'net-unreach', 'admin-prohibited']),
    ...open.map((port) => portLine(port, 'tcp', host.signIns)),
    ...(udp === undefined ? [] : udpLines(udp)),
    '</ports>',
    ...(roundTripMs === undefined ? [] : [`<times srtt="${micro}" rttvar="${micro}" to="${Math.max(100_000, micro * 5)}"/>`]),
    '</host>',
  ];
}

function whyUp({ open, closed, udp }: HostFacts): string {
  if (open.length + closed > 0) return 'syn-ack';
  if (udp === undefined) return 'user-set';
  return udp.open.length > 0 ? 'udp-response' : udp.closed === '' ? 'user-set' : 'port-unreach';
}

/** Each UDP port by itself, in the order of their numbers. */
function udpLines({ open, closed, silent, filtered }: UdpFacts): readonly string[] {
  const others = (list: string, state: string, reason: string) =>
    portsOf(list).map((port) => {
      const tag = `<state state="${state}" reason="${reason}" reason_ttl="0"/>`;
      const name = `<service name=${quoted(udpServiceAt(port))} method="table" conf="3"/>`;
      return [port, `<port protocol="udp" portid="${port}">${tag}${name}</port>`] as const;
    });
  const lines = [
    ...open.map((port) => [port.port, portLine(port, 'udp')] as const),
    ...others(closed, 'closed', 'port-unreach'),
    ...others(silent, 'open|filtered', 'no-response'),
    ...others(filtered, 'filtered', 'admin-prohibited'),
  ];
  return lines.sort(([one], [other]) => one - other).map(([, line]) => line);
}

function extraLines(state: string, count: number, reasons: HostFacts['reasons'], own: readonly PortReason[]): readonly string[] {
  if (count === 0) return [];
  const why = own.flatMap((reason) => {
    const times = reasons[reason] ?? 0;
    return times === 0 ? [] : [`<extrareasons reason="${reason}" count="${times}"/>`];
  });
  return [`<extraports state="${state}" count="${count}">${why.join('')}</extraports>`];
}

function portLine(
  { port, service, by, confidence = 10, banners, http, tls }: OpenPort,
  protocol: 'tcp' | 'udp',
  signIns: HostFacts['signIns'] = [],
): string {
  const { ssh, server, greeting } = banners ?? {};
  const product = ssh?.software ?? banners?.product ?? server;
  const version = ssh === undefined ? banners?.version : undefined;
  const attributes = [
    `name=${quoted(service)}`,
    ...(product === undefined ? [] : [`product=${quoted(product)}`]),
    ...(version === undefined ? [] : [`version=${quoted(version)}`]),
    ...(ssh === undefined ? [] : [`extrainfo=${quoted(`protocol ${ssh.protocol}`)}`]),
    ...(tls === undefined ? [] : ['tunnel="ssl"']),
    `method="${by === 'answer' ? 'probed' : 'table'}"`,
    `conf="${by === 'answer' ? confidence : 3}"`,
  ];
  const scripts = [
    ...signIns.flatMap((one) =>
      one.port === port && one.service !== 'snmp' ? [script('sign-in', `${attempts[one.service]}: ${one.outcome}, ${one.said}`)] : [],
    ),
    ...(greeting === undefined ? [] : [script('banner', greeting)]),
    ...(http?.title === undefined ? [] : [script('http-title', http.title)]),
    ...(tls === undefined ? [] : [script('ssl-cert', `Subject: ${tls.subject}; Issuer: ${tls.issuer}; Not valid after: ${tls.validTo}`)]),
  ];
  const state = `<state state="open" reason="${protocol === 'tcp' ? 'syn-ack' : 'udp-response'}" reason_ttl="0"/>`;
  return `<port protocol="${protocol}" portid="${port}">${state}<service ${attributes.join(' ')}/>${scripts.join('')}</port>`;
}

function script(id: string, output: string): string {
  return `<script id="${id}" output=${quoted(output)}/>`;
}

function addressTag(address: string): string {
  return `<address addr=${quoted(address)} addrtype="${address.includes(':') ? 'ipv6' : 'ipv4'}"/>`;
}

/** An attribute's value in its quotes. Characters that XML 1.0 does not know are left out. */
function quoted(text: string): string {
  const escaped = text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `"${escaped}"`;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function dateText(ms: number): string {
  return new Date(ms).toUTCString();
}
