import type { Severity } from '@castellan/probes/report';

/** Services that should seldom be reachable, and what a report says of one that is. */
export type ServiceRule = {
  readonly id: string;
  readonly severity: Severity;
  /** By the names that a scan gives them. */
  readonly services: readonly string[];
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** What holds where none was found. */
  readonly clear: string;
};

/** Worst first. Names of TCP and UDP services alike. */
export const serviceRules: readonly ServiceRule[] = [
  {
    id: 'docker-open',
    severity: 'critical',
    services: ['docker'],
    title: 'Docker API exposed without TLS',
    why: 'Anyone who can reach the API can start a container that mounts the host’s file system, which gives root access to the host.',
    fix: 'Bind the daemon to its Unix socket, or require client certificates on port 2376.',
    clear: 'No Docker API without TLS',
  },
  {
    id: 'telnet-open',
    severity: 'high',
    services: ['telnet'],
    title: 'Telnet service exposed',
    why: 'Telnet sends credentials and session data in clear text (CWE-319).',
    fix: 'Disable Telnet and use SSH.',
    clear: 'No Telnet',
  },
  {
    id: 'r-services-open',
    severity: 'high',
    services: ['exec', 'login', 'shell'],
    title: 'rexec, rlogin or rsh exposed',
    why: 'The r-services trust source addresses and send credentials in clear text.',
    fix: 'Disable them and use SSH.',
    clear: 'No rexec, rlogin or rsh',
  },
  {
    id: 'screen-open',
    severity: 'high',
    services: ['rdp', 'vnc', 'x11'],
    title: 'Remote desktop service exposed',
    why: 'RDP, VNC and X11 are common targets of brute-force attacks and of exploits such as BlueKeep (CVE-2019-0708).',
    fix: 'Restrict access to a VPN, a gateway or known source addresses.',
    clear: 'No remote desktop service (RDP, VNC, X11)',
  },
  {
    id: 'database-open',
    severity: 'medium',
    services: [
      'mysql',
      'postgresql',
      'ms-sql-s',
      'ms-sql-m',
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
    title: 'Database or cache exposed',
    why: 'Databases should be reachable only from the applications that use them.',
    fix: 'Bind the service to an internal address, or restrict access at the firewall.',
    clear: 'No database or cache',
  },
  {
    id: 'files-open',
    severity: 'medium',
    services: ['microsoft-ds', 'netbios-ssn', 'netbios-ns', 'nfs', 'afp', 'rsync', 'rpcbind', 'msrpc', 'tftp'],
    title: 'File sharing or RPC service exposed',
    why: 'SMB, NFS, TFTP and RPC services are meant for local networks. Worms such as WannaCry (CVE-2017-0144) spread through them.',
    fix: 'Block the port at the firewall, and provide access through a VPN.',
    clear: 'No file sharing or RPC service',
  },
  {
    id: 'control-open',
    severity: 'medium',
    services: [
      'kubelet',
      'kubelet-read',
      'kubernetes',
      'consul',
      'vault',
      'webmin',
      'winrm',
      'rabbitmq-admin',
      'jetdirect',
      'weblogic',
      'snmp',
    ],
    title: 'Administrative interface exposed',
    why: 'A weakness in an administrative interface usually compromises the whole host.',
    fix: 'Restrict access to the addresses of administrators.',
    clear: 'No administrative interface',
  },
  {
    id: 'ftp-open',
    severity: 'medium',
    services: ['ftp'],
    title: 'FTP service exposed',
    why: 'FTP sends credentials and files in clear text unless TLS is required.',
    fix: 'Use SFTP, or require TLS (RFC 4217).',
    clear: 'No FTP',
  },
  {
    id: 'reflector-open',
    severity: 'medium',
    services: ['upnp', 'mdns', 'route'],
    title: 'UDP service usable for reflection attacks',
    why: 'SSDP, mDNS and RIP answer anyone without a session. With a forged source address the answers hit a victim (DDoS reflection).',
    fix: 'Block the port at the firewall, or disable the service on this interface.',
    clear: 'No SSDP, mDNS or RIP service',
  },
];

/** Whether a service is one of a rule's, by its own name or by the one that its port lets expect. */
export function isOfRule({ services }: ServiceRule, { service, usual }: { readonly service: string; readonly usual?: string }): boolean {
  return services.includes(service) || (usual !== undefined && services.includes(usual));
}
