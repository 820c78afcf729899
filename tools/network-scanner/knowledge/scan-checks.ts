import { runCheck } from '@castellan/probes/judgement';
import { type CheckResult, type Finding, type NotLookedAt, severities } from '@castellan/probes/report';
import { portCountOf, portFlags, portsOf } from './port-ranges.ts';
import type { ScanFacts, SignIn } from './scan-facts.ts';
import { countOf, didAnswer, openPortsOf, type PlacedPort, placeOf } from './scan-parts.ts';
import { isOfRule, serviceRules } from './service-rules.ts';
import { usualPortsOf } from './services.ts';

type Check = {
  readonly id: string;
  readonly title: string;
  /** Ids of the findings by which it fails; its own id where nothing is said. */
  readonly fails?: readonly string[];
  /** Why it was not looked at; `undefined` where everything was seen that it needs. */
  readonly unseen: (seen: Seen) => NotLookedAt | undefined;
};

type Seen = {
  readonly facts: ScanFacts;
  readonly open: readonly PlacedPort[];
  /** Why nothing can be said of services: nothing answered, or not all was tried, or asked what it is. */
  readonly unknown: NotLookedAt | undefined;
  /** By TCP port, 1 where every host answered. */
  readonly answered: Uint8Array;
};

/** What a scan looked at, check by check. One with a finding failed; without evidence none passes. */
export function checkScan(facts: ScanFacts, findings: readonly Finding[]): readonly CheckResult[] {
  const open = openPortsOf(facts.hosts);
  const seen: Seen = { facts, open, unknown: servicesUnknown(facts, open), answered: answeredPorts(facts) };
  return [...reachChecks, ...serviceChecks, ...signInChecks].map(({ id, title, fails = [id], unseen }) => {
    const found = findings.filter((finding) => fails.includes(finding.id));
    return runCheck({
      id,
      title,
      // A finding has shown what it is about.
      look: () => (found.length > 0 ? undefined : unseen(seen)) ?? { evidence: found },
      weigh: (shown) => severities.findLast((severity) => shown.some((finding) => finding.severity === severity)),
    });
  });
}

function nothingAnswered({ hosts, silent, portCount, udpPorts }: ScanFacts): NotLookedAt | undefined {
  if (hosts.some(didAnswer)) return undefined;
  const addresses = hosts.length + silent.length;
  const ports = portCount + portCountOf(udpPorts ?? '');
  const where = addresses === 1 ? countOf(ports, 'port') : countOf(addresses, 'address');
  return { subject: addresses === 1 ? 'the target' : 'the targets', reason: `${where} filtered or silent` };
}

function servicesUnknown(facts: ScanFacts, open: Seen['open']): NotLookedAt | undefined {
  const nothing = nothingAnswered(facts);
  if (nothing !== undefined) return { reason: nothing.reason };
  if (untriedOf(facts) > 0) return { reason: 'the run ended before every port was tried' };
  const unnamed = open.filter(({ port }) => port.by === 'port');
  if (unnamed.length === 0) return undefined;
  if (facts.asked?.services === false) return { reason: identificationOff };
  return { reason: `no service identified on ${countOf(unnamed.length, 'open port')}` };
}

const identificationOff = 'service identification was switched off';

function untriedOf({ hosts }: ScanFacts): number {
  return hosts.reduce((sum, { untried, udp }) => sum + untried + portCountOf(udp?.untried ?? ''), 0);
}

/** What everything else rests on: that ports were tried, that they answered, and that services said what they are. */
const reachChecks: readonly Check[] = [
  {
    id: 'hosts-answered',
    title: 'Every host responded',
    unseen: ({ facts }) => {
      const nothing = nothingAnswered(facts);
      if (nothing !== undefined) return { ...nothing, bars: 'grade' };
      const quiet = facts.silent.length + facts.hosts.filter((host) => !didAnswer(host)).length;
      return quiet === 0 ? undefined : { subject: countOf(quiet, 'address'), reason: 'no response' };
    },
  },
  {
    id: 'ports-tried',
    title: 'Every port was tried',
    unseen: ({ facts }) => {
      const untried = untriedOf(facts);
      return untried === 0 ? undefined : { subject: countOf(untried, 'port'), reason: 'the run reached its time limit', bars: 'grade' };
    },
  },
  {
    id: 'services-named',
    title: 'Every open port identified its service',
    unseen: ({ facts, open, unknown }) => {
      const unnamed = open.filter(({ port }) => port.by === 'port').length;
      if (unnamed === 0) return unknown;
      const subject = unnamed === 1 ? 'the service on 1 open port' : `the services on ${countOf(unnamed, 'open port')}`;
      const reason = facts.asked?.services === false ? identificationOff : 'no response to any probe';
      // Where nothing at all said what it is, nothing can be called sound.
      return { subject, reason, ...(unnamed === open.length ? { bars: 'grade' as const } : {}) };
    },
  },
  {
    id: 'ports-answered',
    title: 'No TCP port is filtered',
    unseen: ({ facts }) => {
      const nothing = nothingAnswered(facts);
      if (nothing !== undefined) return { reason: nothing.reason };
      if (facts.portCount === 0) return { subject: 'TCP ports', reason: 'not requested' };
      const filtered = facts.hosts.reduce((sum, host) => sum + host.filtered, 0);
      return filtered === 0 ? undefined : { subject: countOf(filtered, 'filtered port'), reason: 'no response, or rejected by a firewall' };
    },
  },
  {
    id: 'udp-answered',
    title: 'Every UDP port responded',
    unseen: ({ facts }) => {
      if (facts.udpPorts === undefined) return { subject: 'UDP ports', reason: 'not requested' };
      const silent = facts.hosts.reduce((sum, { udp }) => sum + portCountOf(udp?.silent ?? '') + portCountOf(udp?.filtered ?? ''), 0);
      if (silent > 0) return { subject: countOf(silent, 'UDP port'), reason: 'open or filtered, no response' };
      const nothing = nothingAnswered(facts);
      return nothing === undefined ? undefined : { reason: nothing.reason };
    },
  },
  {
    id: 'responses-read',
    title: 'Every response could be parsed',
    fails: ['port-unread'],
    unseen: ({ unknown }) => unknown,
  },
];

const databaseRules = serviceRules.filter(({ id }) => id === 'database-open');

/** What should not be reachable, or not as it is. */
const serviceChecks: readonly Check[] = [
  ...serviceRules.map(
    (rule): Check => ({
      id: rule.id,
      title: rule.clear,
      fails: rule.id === 'database-open' ? [rule.id, 'database-unguarded'] : [rule.id],
      unseen: (seen) => (rule.id === 'reflector-open' ? reflectorsUnseen(seen) : servicesUnseen(seen, rule.services)),
    }),
  ),
  {
    id: 'database-unguarded',
    title: 'No database or cache without authentication',
    unseen: (seen) => {
      const unseen = servicesUnseen(
        seen,
        databaseRules.flatMap(({ services }) => services),
      );
      if (unseen !== undefined) return unseen;
      const { open } = seen;
      const stores = open.filter(({ port }) => port.access === undefined && databaseRules.some((rule) => isOfRule(rule, port)));
      const [first] = stores;
      if (first === undefined) return undefined;
      const where = stores.length === 1 ? `${first.port.service} at ${placeOf(first)}` : countOf(stores.length, 'database');
      return { reason: `whether ${where} requires a password was not tested` };
    },
  },
  { id: 'proxy-unguarded', title: 'No SOCKS proxy without authentication', unseen: (seen) => servicesUnseen(seen, ['socks']) },
  { id: 'ssh-1', title: 'No SSH protocol version 1', unseen: (seen) => servicesUnseen(seen, ['ssh']) },
  {
    id: 'certificates-valid',
    title: 'No expired certificate',
    fails: ['certificate-expired', 'certificate-day-impossible'],
    unseen: (seen) => {
      const unseen = servicesUnseen(seen, ['https']);
      if (unseen !== undefined) return unseen;
      const hidden = seen.open.filter(({ port }) => port.tls === undefined && tlsServices.has(port.service)).length;
      return hidden === 0 ? undefined : { reason: `${countOf(hidden, 'TLS service')} showed no readable certificate` };
    },
  },
];

/** What is known of services that usually listen on some ports: nothing where one of these was not asked, or stayed silent. */
function servicesUnseen({ unknown, answered }: Seen, services: readonly string[]): NotLookedAt | undefined {
  if (unknown !== undefined) return unknown;
  const isSeen = usualPortsOf(services).every((port) => answered[port] === 1);
  return isSeen ? undefined : { subject: 'some services', reason: 'usual ports filtered or not scanned' };
}

/** Whether each TCP port was asked and, on every host, answered that it is open or closed. */
function answeredPorts({ ports, hosts }: ScanFacts): Uint8Array {
  const flags = portFlags(ports);
  for (const { filteredPorts } of hosts) for (const port of portsOf(filteredPorts)) flags[port] = 0;
  return flags;
}

/** What answers by UDP alone was not looked at where UDP was not, or did not answer. */
function reflectorsUnseen({ facts, unknown }: Seen): NotLookedAt | undefined {
  if (facts.udpPorts === undefined) return { reason: 'UDP was not requested' };
  const silent = new Set(facts.hosts.flatMap(({ udp }) => [...portsOf(udp?.silent ?? ''), ...portsOf(udp?.filtered ?? '')]));
  const quiet = [520, 1900, 5353].filter((port) => silent.has(port));
  return quiet.length === 0 ? unknown : { reason: `no response from UDP port ${quiet.join(', ')}` };
}

const signInCheck = (service: SignIn['service'], title: string, subject: string): Check => ({
  id: `${service}-anonymous`,
  title,
  unseen: ({ facts }) => {
    if (facts.asked?.signIns !== true) return { subject, reason: 'sign-in attempts were not requested' };
    const nothing = nothingAnswered(facts);
    if (nothing !== undefined) return { reason: nothing.reason };
    const tried = facts.hosts.flatMap((host) => host.signIns ?? []).filter((one) => one.service === service);
    const unclear = tried.find(({ outcome }) => outcome === 'unclear');
    if (unclear !== undefined) return { subject, reason: unclear.said };
    const mayHide = service !== 'snmp' && facts.hosts.some(({ filtered, untried }) => filtered + untried > 0);
    return tried.length === 0 && mayHide ? { subject, reason: `no ${service.toUpperCase()} service responded` } : undefined;
  },
});

/** The three attempts to sign in without credentials. */
const signInChecks: readonly Check[] = [
  signInCheck('ftp', 'No anonymous FTP login', 'anonymous FTP'),
  signInCheck('ldap', 'No anonymous LDAP bind', 'anonymous LDAP'),
  signInCheck('snmp', 'No SNMP community “public”', 'the SNMP community “public”'),
];

/** Services that are carried by TLS whenever they have this name. */
const tlsServices: ReadonlySet<string> = new Set([
  'tls',
  'https',
  'smtps',
  'imaps',
  'pop3s',
  'ldaps',
  'ftps',
  'ircs',
  'mqtt-tls',
  'docker-tls',
  'winrm-tls',
]);
