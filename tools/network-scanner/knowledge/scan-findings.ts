import { tellLeftOut } from '@castellan/probes/read-in-part';
import type { Finding, Severity } from '@castellan/probes/report';
import type { HostFacts, OpenPort, ScanFacts } from './scan-facts.ts';

type Rule = {
  readonly id: string;
  readonly severity: Severity;
  /** Services by the names that a scan gives them. */
  readonly services: readonly string[];
  readonly title: string;
  readonly why: string;
  readonly fix: string;
};

/** What should seldom be reachable, worst first. */
const rules: readonly Rule[] = [
  {
    id: 'docker-open',
    severity: 'critical',
    services: ['docker'],
    title: 'Docker’s unencrypted API is reachable',
    why: 'Whoever may speak to it starts containers with the host’s own files, and has the host.',
    fix: 'Let the daemon listen on its Unix socket, or on 2376 with client certificates.',
  },
  {
    id: 'telnet-open',
    severity: 'high',
    services: ['telnet'],
    title: 'Telnet is reachable',
    why: 'Telnet sends names and passwords readable by everybody on the way.',
    fix: 'Turn it off and use SSH.',
  },
  {
    id: 'r-services-open',
    severity: 'high',
    services: ['exec', 'login', 'shell'],
    title: 'A port of the old r-services is reachable',
    why: 'rexec, rlogin and rsh trust addresses and send passwords in clear.',
    fix: 'Turn them off and use SSH.',
  },
  {
    id: 'screen-open',
    severity: 'high',
    services: ['rdp', 'vnc', 'x11'],
    title: 'A remote screen is reachable',
    why: 'Remote desktops are tried by everybody who scans, and their flaws are used within days.',
    fix: 'Put it behind a VPN or a gateway, or let only known addresses in.',
  },
  {
    id: 'database-open',
    severity: 'medium',
    services: [
      'mysql',
      'postgresql',
      'ms-sql-s',
      'oracle',
      'mongodb',
      'redis',
      'memcached',
      'elasticsearch',
      'elasticsearch-node',
      'couchdb',
      'cassandra',
      'influxdb',
      'clickhouse',
      'db2',
      'etcd',
      'kafka',
      'cockroach',
    ],
    title: 'A database or cache is reachable',
    why: 'Databases are meant for the applications beside them.',
    fix: 'Bind it to an internal address, or let only its applications in.',
  },
  {
    id: 'files-open',
    severity: 'medium',
    services: ['microsoft-ds', 'netbios-ssn', 'nfs', 'afp', 'rsync', 'rpcbind', 'msrpc'],
    title: 'File sharing or remote procedure calls are reachable',
    why: 'These services are meant for one’s own network, and worms have used their flaws again and again.',
    fix: 'Close them at the firewall, and reach them through a VPN.',
  },
  {
    id: 'control-open',
    severity: 'medium',
    services: ['kubelet', 'kubelet-read', 'kubernetes', 'consul', 'vault', 'webmin', 'winrm', 'rabbitmq-admin', 'jetdirect', 'weblogic'],
    title: 'An administration port is reachable',
    why: 'Who administers by it is not everybody; each flaw in it is one in the whole host.',
    fix: 'Let only the administrators’ addresses in.',
  },
  {
    id: 'ftp-open',
    severity: 'medium',
    services: ['ftp'],
    title: 'FTP is reachable',
    why: 'Plain FTP sends names, passwords and files readable by everybody on the way.',
    fix: 'Use SFTP, or demand TLS (RFC 4217).',
  },
];

/** What follows from the open ports of a scan; info where it only describes how the scan went. */
export function judgeScan({ hosts, silent, loss, portCount, notAskedFurther = 0 }: ScanFacts): readonly Finding[] {
  return [
    ...rules.flatMap((rule) => judgeByRule(rule, hosts)),
    ...hosts.flatMap((host) => host.open.flatMap((port) => [...judgeSsh(host, port), ...judgeTls(host, port), ...judgeUnread(host, port)])),
    ...hosts.flatMap(judgeUntried),
    ...(notAskedFurther === 0 ? [] : [notAskedFinding(notAskedFurther)]),
    ...(loss > 0.003 ? [lossFinding(loss)] : []),
    ...(silent.length === 0 ? [] : [silentFinding(silent.length)]),
    ...(hosts.length > 0 && hosts.every(({ open, closed }) => open.length + closed === 0) ? [nothingFinding(portCount)] : []),
  ];
}

function judgeByRule({ services, ...finding }: Rule, hosts: readonly HostFacts[]): readonly Finding[] {
  return hosts.flatMap((host) =>
    host.open.flatMap((port) => {
      const { service, by, usual, access } = port;
      if (!services.includes(service) && (usual === undefined || !services.includes(usual))) return [];
      const { id, severity, title, why, fix } = finding;
      const how = by === 'port' ? `${service} by the number of its port` : `${service} by its answer`;
      const evidence = `${placeOf(host, port)}, ${how}${usual === undefined ? '' : `, ${usual} by the number of its port`}`;
      if (id !== 'database-open') return [{ id, severity, title, why, fix, evidence }];
      if (access === 'open') return [{ ...unguarded, evidence: `${placeOf(host, port)}, ${productOf(port)} answered without a password` }];
      return [
        {
          id,
          severity,
          title,
          why: `${why} ${access === 'asked' ? 'This one asked for a password.' : 'Whether this one asks for a password is not known.'}`,
          fix,
          evidence,
        },
      ];
    }),
  );
}

/** A store of data that answered a question nobody signed in for. */
const unguarded: Omit<Finding, 'evidence'> = {
  id: 'database-unguarded',
  severity: 'high',
  title: 'A database or cache answers without a password',
  why: 'Whoever reaches it can read what it holds, and often change it. Such servers are searched for all the time.',
  fix: 'Set a password, and bind it to an internal address.',
};

function productOf({ service, banners }: OpenPort): string {
  return [banners?.product ?? service, banners?.version].filter(Boolean).join(' ');
}

function judgeSsh(host: HostFacts, port: OpenPort): readonly Finding[] {
  const protocol = port.banners?.ssh?.protocol;
  if (protocol === undefined || protocol === '2.0') return [];
  return [
    {
      id: 'ssh-1',
      severity: 'medium',
      title: 'SSH offers its first version',
      evidence: `${placeOf(host, port)}, protocol ${protocol}`,
      why: 'Version 1 of SSH can be broken into by who stands in between; 1.99 means both.',
      fix: 'Allow version 2 alone, or replace the server: none offers version 1 since 2016.',
    },
  ];
}

function judgeTls(host: HostFacts, port: OpenPort): readonly Finding[] {
  if (port.tls === undefined) return [];
  const { validTo, names, namesLeft = 0 } = port.tls;
  const left = tellLeftOut([
    { what: `names of the certificate at ${placeOf(host, port)}`, read: names.length, all: names.length + namesLeft },
  ]);
  if (validTo === '') return [...left, impossibleDay(placeOf(host, port))];
  if (port.tls.daysLeft >= 0) return left;
  return [
    ...left,
    {
      id: 'certificate-expired',
      severity: 'medium',
      title: 'A certificate has expired',
      evidence: `${placeOf(host, port)}, on ${validTo.slice(0, 10)}`,
      why: 'Clients refuse it, or people learn to click warnings away.',
      fix: 'Renew it, and have it renewed by itself.',
    },
  ];
}

function impossibleDay(evidence: string): Finding {
  return {
    id: 'certificate-day-impossible',
    severity: 'medium',
    title: 'A certificate ends on a day that no calendar has',
    evidence,
    why: 'Clients refuse it. It was made by hand, or to make whoever looks at it fail.',
    fix: 'Issue it again, by a program that knows dates.',
  };
}

function judgeUnread(host: HostFacts, port: OpenPort): readonly Finding[] {
  if (port.unread === undefined) return [];
  return [
    {
      id: 'port-unread',
      severity: 'low',
      title: 'What a port answers cannot be read',
      evidence: `${placeOf(host, port)}: ${port.unread}`,
      why: 'This tool failed at the answer, and knows nothing of the port but that it is open.',
      fix: 'Look at the port with another tool.',
    },
  ];
}

function judgeUntried(host: HostFacts): readonly Finding[] {
  if (host.untried === 0) return [];
  return [
    {
      id: 'ports-untried',
      severity: 'info',
      title: 'Time ran out before every port was tried',
      evidence: `${host.address}: ${host.untried.toLocaleString('en')} ports`,
      why: 'A run takes at most fifteen minutes.',
      fix: 'Scan fewer hosts or ports at once.',
    },
  ];
}

function lossFinding(loss: number): Finding {
  return {
    id: 'answers-lost',
    severity: 'info',
    title: 'Answers got lost',
    evidence: `${(loss * 100).toFixed(1)} % of the ports that answer did so only when asked again`,
    why: 'Silent ports were therefore asked four times. One that is called filtered has not answered any of them.',
    fix: '',
  };
}

function notAskedFinding(count: number): Finding {
  return {
    id: 'ports-not-asked',
    severity: 'info',
    title: 'Many open ports say nothing',
    evidence: `${count.toLocaleString('en')} of them were not asked everything`,
    why: 'Where hundreds of ports accept connections and stay silent, something before the host mostly answers for all of them. Services behind such ports may be missed.',
    fix: 'Scan fewer ports at once.',
  };
}

function silentFinding(count: number): Finding {
  return {
    id: 'addresses-silent',
    severity: 'info',
    title: count === 1 ? 'One address answered nothing' : `${count} addresses answered nothing`,
    evidence: `${count} silent on the ports that are asked first`,
    why: 'Of a range, only hosts that answer at all are asked for all ports. A host behind a strict firewall looks the same.',
    fix: 'To scan them all the same, choose “silent hosts too”, or name one alone.',
  };
}

function nothingFinding(portCount: number): Finding {
  return {
    id: 'nothing-answered',
    severity: 'info',
    title: 'Nothing answered at all',
    evidence: `${portCount.toLocaleString('en')} ports`,
    why: 'The host is off, or something before it drops every packet.',
    fix: '',
  };
}

function placeOf({ address }: HostFacts, { port }: OpenPort): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** One sentence about a scan, and the mark that stands for it. */
export function describeScan(facts: ScanFacts, findings: readonly Finding[]): { readonly verdict: string; readonly mark: string } {
  const { hosts, silent, portCount } = facts;
  const open = hosts.reduce((sum, host) => sum + host.open.length, 0);
  const mark = open < 10 ? `${open} open` : String(open);
  const ports = `${portCount.toLocaleString('en')} ${portCount === 1 ? 'port' : 'ports'}`;
  if (hosts.length === 0) return { verdict: `None of ${silent.length} addresses answered.`, mark };
  const bad = findings.filter(({ severity }) => severity !== 'info').length;
  const where = hosts.length === 1 ? `Of ${ports}` : `On ${hosts.length} hosts, of ${ports} each,`;
  const counted = open === 0 ? 'none is open' : open === 1 ? 'one is open' : `${open.toLocaleString('en')} are open`;
  const judged =
    bad === 0 ? '' : bad === 1 ? ', and one should not be reachable as it is' : `, and ${bad} should not be reachable as they are`;
  return { verdict: `${where} ${counted}${judged}.`, mark };
}
