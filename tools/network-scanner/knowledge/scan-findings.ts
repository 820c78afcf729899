import { tellLeftOut } from '@castellan/probes/read-in-part';
import { type Finding, isAtLeast, type Severity } from '@castellan/probes/report';
import { portCountOf } from './port-ranges.ts';
import type { HostFacts, OpenPort, ScanFacts } from './scan-facts.ts';
import { countOf, didAnswer, openPortsOf, type PlacedPort, placeOf } from './scan-parts.ts';
import { isOfRule, type ServiceRule, serviceRules } from './service-rules.ts';
import { judgeSignIn } from './sign-ins/sign-in-findings.ts';

/** What follows from a scan; info where it only describes how the scan went. */
export function findInScan({ hosts, silent, loss, portCount, udpPorts = '', notAskedFurther = 0 }: ScanFacts): readonly Finding[] {
  const open = openPortsOf(hosts);
  return [
    ...serviceRules.flatMap((rule) => open.flatMap((one) => (isOfRule(rule, one.port) ? [findByRule(rule, one)] : []))),
    ...hosts.flatMap((host) => (host.signIns ?? []).flatMap((signIn) => judgeSignIn(host, signIn))),
    ...open.flatMap((one) => [...judgePort(one), ...judgeTls(one), ...judgeUnread(one)]),
    ...hosts.flatMap(judgeUntried),
    ...(notAskedFurther === 0 ? [] : [notAskedFinding(notAskedFurther)]),
    ...(loss > 0.003 ? [lossFinding(loss)] : []),
    ...hosts.flatMap(judgeErrors),
    ...(silent.length === 0 ? [] : [silentFinding(silent.length)]),
    ...(hosts.length > 0 && !hosts.some(didAnswer) ? [nothingFinding(portCount + portCountOf(udpPorts))] : []),
  ];
}

function findByRule(rule: ServiceRule, one: PlacedPort): Finding {
  const { id, severity, title, why, fix } = rule;
  const { service, by, usual, access } = one.port;
  const place = placeOf(one);
  const how = by === 'port' ? `${service}, by port number only` : `${service}, by its response`;
  const evidence = `${place}: ${how}${usual === undefined ? '' : `; ${usual}, by port number only`}`;
  if (by === 'port' || !rule.services.includes(service))
    return { id, severity: unconfirmedSeverity(severity), title: `${title} (unconfirmed)`, why: `${why} ${unconfirmed}`, fix, evidence };
  if (id !== 'database-open') return { id, severity, title, why, fix, evidence };
  if (access === 'open') return { ...unguarded, evidence: `${place}: ${productOf(one.port)} answered without a password` };
  return { id, severity, title, why: `${why} ${accessWords[access ?? 'unknown']}`, fix, evidence };
}

const unconfirmed = 'The service did not identify itself: verify it before acting on this finding.';

/** What only a port's number says is no proof of more than medium severity. */
function unconfirmedSeverity(severity: Severity): Severity {
  return isAtLeast(severity, 'high') ? 'medium' : severity;
}

const accessWords = { asked: 'This one requires a password.', unknown: 'Whether it requires a password was not tested.' } as const;

/** A store of data that answered a question nobody signed in for. */
const unguarded: Omit<Finding, 'evidence'> = {
  id: 'database-unguarded',
  severity: 'high',
  title: 'Database or cache without authentication',
  why: 'Anyone who can reach the service can read its data, and in most configurations change it.',
  fix: 'Require authentication, and bind the service to an internal address.',
};

function productOf({ service, banners }: OpenPort): string {
  return [banners?.product ?? service, banners?.version].filter(Boolean).join(' ');
}

function judgePort(one: PlacedPort): readonly Finding[] {
  const { port } = one;
  const protocol = port.banners?.ssh?.protocol;
  return [
    ...(port.service === 'socks' && port.access === 'open' ? [openProxy(`${placeOf(one)}: no authentication required`)] : []),
    ...(protocol === undefined || protocol === '2.0' ? [] : [oldSsh(`${placeOf(one)}: protocol ${protocol}`)]),
  ];
}

function openProxy(evidence: string): Finding {
  return {
    id: 'proxy-unguarded',
    severity: 'high',
    title: 'SOCKS proxy without authentication',
    evidence,
    why: 'Anyone who can reach an open proxy can connect to other hosts from this address, internal ones included.',
    fix: 'Require authentication, or restrict access to known clients.',
  };
}

function oldSsh(evidence: string): Finding {
  return {
    id: 'ssh-1',
    severity: 'medium',
    title: 'SSH protocol version 1 supported',
    evidence,
    why: 'SSH protocol 1 is broken: a man in the middle can read and alter sessions. 1.99 means that both versions are offered.',
    fix: 'Allow protocol 2 only, or upgrade the server: OpenSSH dropped version 1 from its server in release 7.4.',
  };
}

function judgeTls(one: PlacedPort): readonly Finding[] {
  const { tls } = one.port;
  if (tls === undefined) return [];
  const { validTo, names, namesLeft = 0 } = tls;
  const left = tellLeftOut([{ what: `names of the certificate at ${placeOf(one)}`, read: names.length, all: names.length + namesLeft }]);
  if (validTo === '') return [...left, impossibleDay(placeOf(one))];
  if (tls.daysLeft >= 0) return left;
  return [
    ...left,
    {
      id: 'certificate-expired',
      severity: 'medium',
      title: 'Certificate expired',
      evidence: `${placeOf(one)}: expired on ${validTo.slice(0, 10)}`,
      why: 'Clients reject an expired certificate. Users who override the warning no longer notice an attack.',
      fix: 'Renew the certificate, and automate the renewal.',
    },
  ];
}

function impossibleDay(evidence: string): Finding {
  return {
    id: 'certificate-day-impossible',
    severity: 'medium',
    title: 'Certificate with an invalid expiry date',
    evidence,
    why: 'The date does not exist in the calendar. Clients reject the certificate, and no regular CA issues such a one.',
    fix: 'Issue the certificate again.',
  };
}

function judgeUnread(one: PlacedPort): readonly Finding[] {
  const { unread } = one.port;
  if (unread === undefined) return [];
  return [
    {
      id: 'port-unread',
      severity: 'low',
      title: 'Response could not be parsed',
      evidence: `${placeOf(one)}: ${unread}`,
      why: 'The scanner failed on the response. Nothing is known of this port except that it is open.',
      fix: 'Examine the port with another tool.',
    },
  ];
}

function judgeUntried(host: HostFacts): readonly Finding[] {
  if (host.untried === 0) return [];
  return [
    {
      id: 'ports-untried',
      severity: 'info',
      title: 'Scan incomplete: time limit reached',
      evidence: `${host.address}: ${host.untried.toLocaleString('en')} ports not tried`,
      why: 'A run is limited to 15 minutes.',
      fix: 'Scan fewer hosts or ports per run.',
    },
  ];
}

function judgeErrors({ address, udp }: HostFacts): readonly Finding[] {
  if (udp?.icmp === undefined) return [];
  const hasStopped = udp.icmp === 'stopped';
  return [
    {
      id: hasStopped ? 'icmp-stopped' : 'icmp-limited',
      severity: 'info',
      title: hasStopped ? 'ICMP errors stopped during the UDP scan' : 'ICMP errors are rate limited',
      evidence: `${address}: ${udp.silent === '' ? 'every UDP port responded in the end' : `no response from UDP ports ${udp.silent}`}`,
      why: hasStopped
        ? 'A closed UDP port is recognised by an ICMP error. Ports reported as open or filtered may be closed.'
        : 'A closed UDP port is recognised by an ICMP error. The host sends them at a limited rate, so silent ports were tried again, one a second.',
      fix: '',
    },
  ];
}

function lossFinding(loss: number): Finding {
  return {
    id: 'answers-lost',
    severity: 'info',
    title: 'Packet loss during the scan',
    evidence: `${(loss * 100).toFixed(1)} % of the ports that responded did so only to a retry`,
    why: 'Silent ports were therefore tried four times. A port reported as filtered responded to none of the attempts.',
    fix: '',
  };
}

function notAskedFinding(count: number): Finding {
  return {
    id: 'ports-not-asked',
    severity: 'info',
    title: 'Many open ports did not identify themselves',
    evidence: `${count.toLocaleString('en')} of them were not sent every probe`,
    why: 'Where hundreds of ports accept connections and stay silent, a firewall or load balancer usually accepts them. Services behind such ports may be missed.',
    fix: 'Scan fewer ports per run.',
  };
}

function silentFinding(count: number): Finding {
  return {
    id: 'addresses-silent',
    severity: 'info',
    title: count === 1 ? '1 address did not respond' : `${count} addresses did not respond`,
    evidence: `${count} silent during host discovery`,
    why: 'Of a range, only hosts that respond to host discovery are scanned. A host behind a strict firewall looks the same as no host.',
    fix: 'To scan them as well, choose “Silent hosts too” (--silent-too), or name a single address.',
  };
}

function nothingFinding(portCount: number): Finding {
  return {
    id: 'nothing-answered',
    severity: 'info',
    title: 'No response from the target',
    evidence: countOf(portCount, 'port'),
    why: 'The host is down, or a firewall drops or rejects every packet.',
    fix: '',
  };
}
