import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A real server, as the lab starts it. Every path in `folder`; it stays in the foreground. */
export type RealServer = {
  readonly name: string;
  /** Where it listens; a relay opens another, unusual port for each. */
  readonly ports: readonly { readonly port: number; readonly names: readonly string[]; readonly unusual?: number }[];
  /** The command; `undefined` where it is not installed is told by its absence. */
  readonly command: readonly string[];
  /** Files to write before, by their name in `folder`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
};

/** Names that mean the same: ours first, then nmap's words for it. */
const http = ['http', 'http-proxy', 'https', 'ssl/http', 'ssl/https'];

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];

/** Writes a server's files. */
export function writeFiles(folder: string, { files = {} }: RealServer): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o644 });
}

type Paths = { readonly folder: string; readonly extra: string; readonly at: (name: string) => string };

/** Servers of Debian 12 with as little configuration as lets them answer. `folder` is the lab's own, `extra` where unpacked packages lie. */
export function realServers(folder: string, extra: string): readonly RealServer[] {
  const paths: Paths = { folder, extra, at: (name) => join(folder, name) };
  return [...stores(paths), ...networks(paths), ...lines(paths), ...talk(paths), ...web(paths)];
}

/** Databases and caches. */
function stores({ folder, at }: Paths): readonly RealServer[] {
  return [
    {
      name: 'redis',
      ports: [{ port: 6379, names: ['redis'], unusual: 16379 }],
      command: ['redis-server', '--port', '6379', '--save', '', '--dir', folder],
    },
    {
      name: 'redis with a password',
      ports: [{ port: 6380, names: ['redis'] }],
      command: ['redis-server', '--port', '6380', '--save', '', '--dir', folder, '--requirepass', 'lab'],
    },
    {
      name: 'memcached',
      ports: [{ port: 11211, names: ['memcached'], unusual: 21211 }],
      command: ['memcached', '-u', 'nobody', '-p', '11211', '-l', '127.0.0.1'],
    },
    {
      name: 'MariaDB',
      ports: [{ port: 3306, names: ['mysql'], unusual: 23306 }],
      command: [
        'mariadbd',
        '--no-defaults',
        '--user=root',
        `--datadir=${at('maria')}`,
        '--bind-address=127.0.0.1',
        `--socket=${at('maria.sock')}`,
        '--skip-name-resolve',
      ],
    },
    {
      name: 'PostgreSQL',
      ports: [{ port: 5432, names: ['postgresql'], unusual: 25432 }],
      command: [...asPostgres, '/usr/lib/postgresql/15/bin/postgres', '-D', at('postgres'), '-h', '127.0.0.1', '-p', '5432', '-k', ''],
    },
    {
      name: 'PostgreSQL without a password',
      ports: [{ port: 5433, names: ['postgresql'] }],
      command: [...asPostgres, '/usr/lib/postgresql/15/bin/postgres', '-D', at('trusting'), '-h', '127.0.0.1', '-p', '5433', '-k', ''],
    },
    {
      name: 'etcd',
      ports: [{ port: 2379, names: ['etcd', 'http'], unusual: 42_379 }],
      command: [
        'etcd',
        '--data-dir',
        at('etcd'),
        '--listen-peer-urls',
        'http://127.0.0.1:2390',
        '--initial-advertise-peer-urls',
        'http://127.0.0.1:2390',
        '--initial-cluster',
        'default=http://127.0.0.1:2390',
      ],
    },
  ];
}

/** Directories, names, file sharing, remote procedures. */
function networks({ folder, at }: Paths): readonly RealServer[] {
  return [
    {
      name: 'OpenLDAP',
      ports: [{ port: 389, names: ['ldap'], unusual: 20389 }],
      command: ['slapd', '-d', '0', '-h', 'ldap://127.0.0.1:389/', '-f', at('slapd.conf')],
      files: {
        'slapd.conf': `include /etc/ldap/schema/core.schema\nmodulepath /usr/lib/ldap\nmoduleload back_mdb\npidfile ${at('slapd.pid')}\ndatabase mdb\nsuffix "dc=lab"\ndirectory ${folder}\n`,
      },
    },
    {
      name: 'Samba',
      ports: [
        { port: 445, names: ['microsoft-ds', 'netbios-ssn'], unusual: 20445 },
        { port: 139, names: ['netbios-ssn'] },
      ],
      command: ['smbd', '-F', '--no-process-group', '-s', at('smb.conf')],
      files: { 'smb.conf': sambaConfig(folder) },
    },
    {
      name: 'BIND',
      ports: [{ port: 53, names: ['domain'], unusual: 10053 }],
      command: ['named', '-f', '-c', at('named.conf'), '-u', 'root'],
      files: {
        'named.conf': `options { directory "${folder}"; pid-file none; listen-on port 53 { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; };\n`,
      },
    },
    {
      name: 'dnsmasq',
      ports: [{ port: 5300, names: ['domain'] }],
      command: ['dnsmasq', '-k', '-C', '/dev/null', '-p', '5300', '-a', '127.0.0.1', '-z', '-u', 'root', '-R'],
    },
    { name: 'rpcbind', ports: [{ port: 111, names: ['rpcbind'], unusual: 40_111 }], command: ['rpcbind', '-f'] },
    {
      name: 'Dante',
      ports: [{ port: 1080, names: ['socks', 'socks5'], unusual: 41_080 }],
      command: ['danted', '-f', at('danted.conf')],
      files: {
        'danted.conf':
          'logoutput: stderr\ninternal: 127.0.0.1 port = 1080\nexternal: 127.0.0.1\nsocksmethod: none\nclientmethod: none\nclient pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\nsocks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\n',
      },
    },
  ];
}

/** Remote access and the text protocols. */
function lines({ extra, at }: Paths): readonly RealServer[] {
  return [
    {
      name: 'OpenSSH',
      ports: [{ port: 22, names: ['ssh'], unusual: 40_022 }],
      command: ['/usr/sbin/sshd', '-D', '-f', at('sshd_config')],
      files: { sshd_config: `Port 22\nListenAddress 127.0.0.1\nHostKey ${at('ssh_key')}\nPidFile none\n` },
    },
    { name: 'Dropbear', ports: [{ port: 2223, names: ['ssh'] }], command: ['dropbear', '-F', '-E', '-R', '-p', '127.0.0.1:2223'] },
    {
      name: 'vsftpd',
      ports: [{ port: 21, names: ['ftp'], unusual: 40_021 }],
      command: [`${extra}/usr/sbin/vsftpd`, at('vsftpd.conf')],
      files: {
        'vsftpd.conf': `listen=YES\nlisten_address=127.0.0.1\nbackground=NO\nanonymous_enable=YES\nsecure_chroot_dir=${at('empty')}\n`,
      },
    },
    {
      name: 'ProFTPD',
      ports: [{ port: 2121, names: ['ftp'] }],
      command: [`${extra}/usr/sbin/proftpd`, '-n', '-c', at('proftpd.conf')],
      files: {
        'proftpd.conf': `ServerName lab\nServerType standalone\nPort 2121\nDefaultAddress 127.0.0.1\nUser nobody\nGroup nogroup\nPidFile ${at('proftpd.pid')}\nScoreboardFile ${at('scoreboard')}\nUseReverseDNS off\n`,
      },
    },
    { name: 'Pure-FTPd', ports: [{ port: 2122, names: ['ftp'] }], command: ['pure-ftpd', '-S', '127.0.0.1,2122', '-H'] },
    { name: 'Postfix', ports: [{ port: 587, names: ['smtp', 'submission'] }], command: ['postfix', '-c', at('postfix'), 'start-fg'] },
    {
      name: 'Dovecot',
      ports: [
        { port: 143, names: ['imap'], unusual: 40_143 },
        { port: 110, names: ['pop3'], unusual: 40_110 },
        { port: 993, names: ['imaps', 'imap', 'ssl/imap'] },
        { port: 995, names: ['pop3s', 'pop3', 'ssl/pop3'] },
      ],
      command: ['dovecot', '-F', '-c', at('dovecot.conf')],
      files: {
        'dovecot.conf': `base_dir = ${at('dovecot')}\nprotocols = imap pop3\nlisten = 127.0.0.1\nlog_path = ${at('dovecot.log')}\nssl = yes\nssl_cert = <${at('cert.pem')}\nssl_key = <${at('key.pem')}\nmail_location = maildir:~/Maildir\npassdb {\n driver = pam\n}\nuserdb {\n driver = passwd\n}\n`,
      },
    },
    {
      name: 'rsync',
      ports: [{ port: 873, names: ['rsync'], unusual: 40_873 }],
      command: ['rsync', '--daemon', '--no-detach', '--config', at('rsyncd.conf'), '--address', '127.0.0.1'],
      files: { 'rsyncd.conf': 'use chroot = no\n' },
    },
    {
      name: 'telnet',
      ports: [{ port: 23, names: ['telnet'], unusual: 40_023 }],
      command: ['xinetd', '-dontfork', '-f', at('xinetd.conf'), '-pidfile', at('xinetd.pid')],
      files: {
        'xinetd.conf':
          'defaults\n{\n instances = 20\n cps = 1000 1\n}\nservice telnet\n{\n type = UNLISTED\n port = 23\n socket_type = stream\n protocol = tcp\n wait = no\n user = root\n server = /usr/sbin/telnetd\n bind = 127.0.0.1\n}\nservice echo\n{\n type = INTERNAL UNLISTED\n id = echo-stream\n port = 7777\n socket_type = stream\n protocol = tcp\n wait = no\n user = root\n bind = 127.0.0.1\n}\n',
      },
    },
  ];
}

/** Brokers, chat, telephones, screens. */
function talk({ folder, at }: Paths): readonly RealServer[] {
  return [
    {
      name: 'mosquitto',
      ports: [{ port: 1883, names: ['mqtt', 'mosquitto'], unusual: 21883 }],
      command: ['mosquitto', '-c', at('mosquitto.conf')],
      files: { 'mosquitto.conf': 'listener 1883 127.0.0.1\nallow_anonymous true\n' },
    },
    {
      name: 'RabbitMQ',
      ports: [{ port: 5672, names: ['amqp'], unusual: 45_672 }],
      command: ['/usr/lib/rabbitmq/bin/rabbitmq-server'],
      env: {
        RABBITMQ_MNESIA_BASE: at('rabbit'),
        RABBITMQ_LOG_BASE: at('rabbit'),
        RABBITMQ_PID_FILE: at('rabbit.pid'),
        RABBITMQ_NODENAME: 'lab@localhost',
        RABBITMQ_ENABLED_PLUGINS_FILE: at('rabbit-plugins'),
        HOME: folder,
      },
      files: { 'rabbit-plugins': '[].' },
    },
    {
      name: 'ngIRCd',
      ports: [{ port: 6667, names: ['irc'], unusual: 46_667 }],
      command: ['ngircd', '-n', '-f', at('ngircd.conf')],
      files: {
        'ngircd.conf':
          '[Global]\nName = irc.lab.example\nInfo = lab\nListen = 127.0.0.1\nPorts = 6667\nServerUID = root\nServerGID = root\n[Options]\nIdent = no\nDNS = no\nPAM = no\n',
      },
    },
    {
      name: 'Prosody',
      ports: [{ port: 5222, names: ['xmpp', 'xmpp-client', 'jabber'], unusual: 45_222 }],
      command: ['prosody', '-F', '--config', at('prosody.cfg.lua')],
      files: {
        'prosody.cfg.lua': `daemonize = false\nrun_as_root = true\npidfile = "${at('prosody.pid')}"\ndata_path = "${at('prosody')}"\ninterfaces = { "127.0.0.1" }\nmodules_enabled = { "saslauth", "disco" }\nmodules_disabled = { "s2s" }\nc2s_require_encryption = false\nVirtualHost "127.0.0.1"\nVirtualHost "localhost"\n`,
      },
    },
    {
      name: 'Kamailio',
      ports: [{ port: 5060, names: ['sip'], unusual: 45_060 }],
      command: ['kamailio', '-DD', '-E', '-f', at('kamailio.cfg'), '-Y', folder],
      files: {
        'kamailio.cfg':
          '#!KAMAILIO\nfork=yes\nchildren=1\ntcp_children=1\nlisten=tcp:127.0.0.1:5060\nloadmodule "sl.so"\nloadmodule "pv.so"\nrequest_route { sl_send_reply("200","OK"); }\n',
      },
    },
    { name: 'beanstalkd', ports: [{ port: 11300, names: ['beanstalkd', 'beanstalk'] }], command: ['beanstalkd', '-l', '127.0.0.1'] },
    {
      name: 'xrdp',
      ports: [{ port: 3389, names: ['rdp', 'ms-wbt-server'], unusual: 43_389 }],
      command: ['xrdp', '--nodaemon', '--port', '3389'],
    },
    {
      name: 'TigerVNC',
      ports: [
        { port: 5901, names: ['vnc'], unusual: 45_901 },
        { port: 6001, names: ['x11', 'X11'], unusual: 46_001 },
      ],
      command: ['Xtigervnc', ':1', '-interface', '127.0.0.1', '-SecurityTypes', 'None', '-listen', 'tcp', '-ac'],
    },
  ];
}

/** What speaks HTTP, and repositories. */
function web({ folder, at }: Paths): readonly RealServer[] {
  return [
    {
      name: 'nginx',
      ports: [
        { port: 80, names: http },
        { port: 443, names: http, unusual: 40_443 },
      ],
      command: ['nginx', '-c', at('nginx.conf'), '-g', 'daemon off;'],
      files: {
        'nginx.conf': `pid ${at('nginx.pid')};\nerror_log ${at('nginx.log')};\nevents {}\nhttp { access_log off; server { listen 127.0.0.1:80; return 200 ok; } server { listen 127.0.0.1:443 ssl; ssl_certificate ${at('cert.pem')}; ssl_certificate_key ${at('key.pem')}; return 200 ok; } }\n`,
      },
    },
    {
      name: 'HAProxy',
      ports: [{ port: 8080, names: http, unusual: 48_080 }],
      command: ['haproxy', '-f', at('haproxy.cfg'), '-db'],
      files: {
        'haproxy.cfg':
          'defaults\n mode http\n timeout connect 1s\n timeout client 5s\n timeout server 5s\nfrontend f\n bind 127.0.0.1:8080\n',
      },
    },
    {
      name: 'lighttpd',
      ports: [{ port: 8002, names: http }],
      command: ['lighttpd', '-D', '-f', at('lighttpd.conf')],
      files: { 'lighttpd.conf': `server.document-root = "${folder}"\nserver.port = 8002\nserver.bind = "127.0.0.1"\n` },
    },
    {
      name: 'Tinyproxy',
      ports: [{ port: 8888, names: http }],
      command: ['tinyproxy', '-d', '-c', at('tinyproxy.conf')],
      files: { 'tinyproxy.conf': 'Port 8888\nListen 127.0.0.1\nTimeout 60\nAllow 127.0.0.1\n' },
    },
    {
      name: 'Docker',
      ports: [{ port: 2375, names: ['docker'], unusual: 42_375 }],
      command: [
        'dockerd',
        '-H',
        'tcp://127.0.0.1:2375',
        '--bridge=none',
        '--iptables=false',
        '--data-root',
        at('docker'),
        '--exec-root',
        at('docker-run'),
        '-p',
        at('docker.pid'),
      ],
    },
    {
      name: 'CUPS',
      ports: [{ port: 631, names: ['ipp', 'http'] }],
      command: ['cupsd', '-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')],
      files: {
        'cupsd.conf': 'Listen 127.0.0.1:631\n<Location />\nOrder allow,deny\nAllow all\n</Location>\n',
        'cups-files.conf': `ServerRoot ${folder}\nRequestRoot ${folder}\nStateDir ${folder}\nCacheDir ${folder}\nServerBin /usr/lib/cups\nDataDir /usr/share/cups\nErrorLog stderr\nAccessLog stderr\nPageLog stderr\n`,
      },
    },
    {
      name: 'git',
      ports: [{ port: 9418, names: ['git'], unusual: 49_418 }],
      command: ['git', 'daemon', '--listen=127.0.0.1', '--informative-errors', `--base-path=${folder}`],
    },
    {
      name: 'Subversion',
      ports: [{ port: 3690, names: ['svn', 'svnserve'], unusual: 43_690 }],
      command: ['svnserve', '-d', '--foreground', '--listen-host', '127.0.0.1', '-r', folder],
    },
  ];
}

function sambaConfig(folder: string): string {
  const folders = ['lock', 'state', 'cache', 'pid', 'private'].map(
    (name) => `${name}${name === 'private' ? ' dir' : ' directory'} = ${folder}\n`,
  );
  return `[global]\nworkgroup = LAB\nlog file = ${folder}/smb.log\n${folders.join('')}interfaces = lo\nbind interfaces only = yes\n`;
}
