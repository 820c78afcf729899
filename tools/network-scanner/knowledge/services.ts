import { ianaServices } from './iana-services.ts';

/** What usually listens on a port where IANA's register says something else, nothing, or a name that nobody uses. */
const usualServices: ReadonlyMap<number, string> = new Map(
  Object.entries({
    21: 'ftp',
    22: 'ssh',
    23: 'telnet',
    25: 'smtp',
    53: 'domain',
    80: 'http',
    88: 'kerberos',
    110: 'pop3',
    111: 'rpcbind',
    135: 'msrpc',
    143: 'imap',
    389: 'ldap',
    443: 'https',
    445: 'microsoft-ds',
    465: 'smtps',
    512: 'exec',
    513: 'login',
    514: 'shell',
    515: 'printer',
    548: 'afp',
    554: 'rtsp',
    587: 'submission',
    631: 'ipp',
    636: 'ldaps',
    873: 'rsync',
    902: 'vmware-auth',
    993: 'imaps',
    995: 'pop3s',
    1080: 'socks',
    1433: 'ms-sql-s',
    1521: 'oracle',
    1723: 'pptp',
    1883: 'mqtt',
    2049: 'nfs',
    2375: 'docker',
    2376: 'docker-tls',
    2379: 'etcd',
    2380: 'etcd-peer',
    3000: 'http-alt',
    3128: 'squid',
    3306: 'mysql',
    3389: 'rdp',
    4443: 'https-alt',
    5000: 'http-alt',
    5060: 'sip',
    5222: 'xmpp',
    5432: 'postgresql',
    5601: 'kibana',
    5672: 'amqp',
    5900: 'vnc',
    5901: 'vnc',
    5984: 'couchdb',
    5985: 'winrm',
    5986: 'winrm-tls',
    6000: 'x11',
    6379: 'redis',
    6443: 'kubernetes',
    6667: 'irc',
    7001: 'weblogic',
    8000: 'http-alt',
    8008: 'http-alt',
    8080: 'http-proxy',
    8081: 'http-alt',
    8086: 'influxdb',
    8088: 'http-alt',
    8089: 'splunkd',
    8123: 'clickhouse',
    8200: 'vault',
    8443: 'https-alt',
    8500: 'consul',
    8883: 'mqtt-tls',
    8888: 'http-alt',
    9000: 'http-alt',
    9042: 'cassandra',
    9090: 'prometheus',
    9091: 'http-alt',
    9092: 'kafka',
    9100: 'jetdirect',
    9200: 'elasticsearch',
    9300: 'elasticsearch-node',
    9418: 'git',
    9443: 'https-alt',
    10000: 'webmin',
    10250: 'kubelet',
    10255: 'kubelet-read',
    11211: 'memcached',
    15672: 'rabbitmq-admin',
    25565: 'minecraft',
    27017: 'mongodb',
    27018: 'mongodb',
    32400: 'plex',
    50000: 'db2',
    51413: 'bittorrent',
    61616: 'activemq',
  }).map(([port, name]) => [Number(port), name]),
);

let registered: ReadonlyMap<number, string> | undefined;

/** What a port's number alone lets expect: the usual service, or IANA's name for it; `unknown` where there is none. */
export function serviceAt(port: number): string {
  registered ??= readRegister(ianaServices);
  return usualServices.get(port) ?? registered.get(port) ?? 'unknown';
}

/** Whether people know this port for one service, so that it is worth waiting longer for it to answer. */
export function isWellKnown(port: number): boolean {
  return usualServices.has(port);
}

/** The ports where one of some services usually listens. */
export function usualPortsOf(services: readonly string[]): readonly number[] {
  return [...usualServices].flatMap(([port, service]) => (services.includes(service) ? [port] : []));
}

/** All names of the register, in the order of their ports. */
export function registeredPorts(): readonly number[] {
  registered ??= readRegister(ianaServices);
  return [...registered.keys()];
}

function readRegister(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let port = 0;
  let gap = 1;
  for (const word of text.trim().split(/\s+/)) {
    if (word.startsWith('+')) {
      gap = Number(word.slice(1));
      continue;
    }
    port += gap;
    gap = 1;
    names.set(port, word);
  }
  return names;
}
