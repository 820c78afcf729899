/** A true answer of a real server, and what it says. */
export type ServiceAnswer = {
  readonly server: string;
  /** The question of `askings` that it answers; none where it came unasked. */
  readonly asked?: string;
  /** Bytes, as characters of the same number. */
  readonly bytes: string;
  readonly service: string;
  readonly product?: string;
  readonly version?: string;
  readonly access?: 'open' | 'asked';
};

/** Recorded from Debian 12's own packages on loopback, with the configuration of `bench/tools/listeners/servers.ts`. */
export const serviceAnswers: readonly ServiceAnswer[] = [
  { server: 'vsftpd', bytes: '220 (vsFTPd 3.0.3)\r\n', service: 'ftp', product: 'vsftpd', version: '3.0.3' },
  { server: 'OpenSSH', bytes: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u10\r\n', service: 'ssh' },
  { server: 'telnet', bytes: "\xff\xfb%\xff\xfb&\xff\xfd\x18\xff\xfd \xff\xfd#\xff\xfd'\xff\xfd$", service: 'telnet' },
  {
    server: 'Dovecot imap',
    bytes: '* OK [CAPABILITY IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ STARTTLS AUTH=PLAIN] Dovecot (Debian) ready.\r\n',
    service: 'imap',
    product: 'Dovecot',
  },
  { server: 'Dovecot pop3', bytes: '+OK Dovecot (Debian) ready.\r\n', service: 'pop3', product: 'Dovecot' },
  { server: 'Postfix', bytes: '220 lab.example.org ESMTP Postfix\r\n', service: 'smtp', product: 'Postfix' },
  { server: 'rsync', bytes: '@RSYNCD: 32.0 sha512 sha256 sha1 md5 md4\n', service: 'rsync' },
  { server: 'ProFTPD', bytes: '220 ProFTPD Server (lab) [::ffff:127.0.0.1]\r\n', service: 'ftp', product: 'ProFTPD' },
  {
    server: 'Pure-FTPd',
    bytes:
      '220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------\r\n220-You are user number 1 of 50 allowed.\r\n220-Local time is now 14:21. Server port: 2122.\r\n220-IPv6 connections are also welcome on this server.\r\n220 You will be disconnected after 15 minutes of inactivity.\r\n',
    service: 'ftp',
    product: 'Pure-FTPd',
  },
  {
    server: 'Dropbear',
    bytes:
      "SSH-2.0-dropbear_2022.83\r\n\x00\x00\x02\x1c\x0b\x14\x04\x10\xfd\xb1\x07\x1b_\xca\x10M'\x9f'\x84\x8f\xd9\x00\x00\x00\xd8curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp521,ec",
    service: 'ssh',
  },
  {
    server: 'MariaDB',
    bytes:
      'd\x00\x00\x00\n5.5.5-10.11.19-MariaDB-0+deb12u1\x00\x04\x00\x00\x00Z9LP/:ua\x00\xfe\xf7\x08\x02\x00\xff\x81\x15\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x00cPGP>$:7D1d)\x00mysql_native_password\x00',
    service: 'mysql',
    product: 'MariaDB',
    version: '10.11.19',
  },
  {
    server: 'Subversion',
    bytes:
      '( success ( 2 2 ( ) ( edit-pipeline svndiff1 accepts-svndiff2 absent-entries commit-revprops depth log-revprops atomic-revprops partial-replay inherited-props ephemeral-txnprops file-revs-reverse list ) ) ) ',
    service: 'svn',
  },
  { server: 'TigerVNC', bytes: 'RFB 003.008\n', service: 'vnc' },
  {
    server: 'Redis',
    asked: 'redis',
    bytes:
      '$581\r\n# Server\r\nredis_version:7.0.15\r\nredis_git_sha1:00000000\r\nredis_git_dirty:0\r\nredis_build_id:ae4d7c971a948f0\r\nredis_mode:standalone\r\nos:Linux 6.1.0-440-amd64 x86_64\r\narch_bits:64\r\nmonotonic_clock:POSIX clock_gettime\r\nmultiplexing_api:epoll\r\natomicvar_api:c11-builtin\r\ngcc_version:12.2.0\r\nprocess_id:86\r\nprocess_supervised:no\r\nrun_id:17121cbefb4666754d19a8a3077af8b3992bc726\r\ntcp_port:6379\r\nserver_time_usec:1795702897106029\r\nuptime_in_seconds:34\r\nuptime_in_days:0\r\nhz:10\r\nconfigured_hz:10\r\nlru_clock:540785\r\nexecutable:/usr/local/bin/redis-server\r\nconfig_file:\r\nio_threads_active:0\r\n\r\n',
    service: 'redis',
    product: 'Redis',
    version: '7.0.15',
    access: 'open',
  },
  { server: 'Redis with a password', asked: 'redis', bytes: '-NOAUTH Authentication required.\r\n', service: 'redis', access: 'asked' },
  {
    server: 'memcached',
    asked: 'version',
    bytes: 'VERSION 1.6.18\r\n',
    service: 'memcached',
    product: 'memcached',
    version: '1.6.18',
    access: 'open',
  },
  { server: 'beanstalkd', asked: 'version', bytes: 'UNKNOWN_COMMAND\r\n', service: 'beanstalkd', product: 'beanstalkd' },
  { server: 'ngIRCd', asked: 'version', bytes: ':irc.lab.example 451 * :Connection not registered\r\n', service: 'irc' },
  {
    server: 'Redis, asked for a version',
    asked: 'version',
    bytes: "-ERR unknown command 'version', with args beginning with: \r\n",
    service: 'redis',
  },
  {
    server: 'OpenLDAP',
    asked: 'ldap',
    bytes:
      "00\x02\x01\x01d+\x04\x000'0%\x04\x0bobjectClass1\x16\x04\x03top\x04\x0fOpenLDAProotDSE0\x0c\x02\x01\x01e\x07\n\x01\x00\x04\x00\x04\x00",
    service: 'ldap',
    product: 'OpenLDAP',
  },
  { server: 'mosquitto', asked: 'mqtt', bytes: ' \x02\x00\x01', service: 'mqtt' },
  {
    server: 'PostgreSQL',
    asked: 'postgresql',
    bytes: 'R\x00\x00\x00\x17\x00\x00\x00\nSCRAM-SHA-256\x00\x00',
    service: 'postgresql',
    product: 'PostgreSQL',
    access: 'asked',
  },
  {
    server: 'PostgreSQL without a password',
    asked: 'postgresql',
    bytes:
      'R\x00\x00\x00\x08\x00\x00\x00\x00S\x00\x00\x00\x16application_name\x00\x00S\x00\x00\x00\x19client_encoding\x00UTF8\x00S\x00\x00\x00\x17DateStyle\x00ISO, MDY\x00S\x00\x00\x00&default_transaction_read_only\x00off\x00S\x00\x00\x00\x17in_hot_standby\x00off\x00S\x00\x00\x00\x19integer_datetimes\x00on\x00S\x00\x00\x00\x1bIntervalStyle\x00postgres\x00S\x00\x00\x00\x14is_superuser\x00on\x00S\x00\x00\x00\x19server_encoding\x00UTF8\x00S\x00\x00\x002server_version\x0015.18 (Debian 15.18-0+deb12u1)\x00S\x00\x00\x00#session_authorization\x00postgres\x00S\x00\x00\x00#standard_conforming_strings\x00on\x00S\x00\x00\x00\x15TimeZone\x00Etc/UTC\x00K\x00\x00\x00\x0c\x00\x00\x01\xee\x80a\x01\xd5Z\x00\x00\x00\x05I',
    service: 'postgresql',
    product: 'PostgreSQL',
    version: '15.18',
    access: 'open',
  },
  {
    server: 'BIND',
    asked: 'dns',
    bytes:
      '\x00QCA\x84\x00\x00\x01\x00\x01\x00\x01\x00\x00\x07version\x04bind\x00\x00\x10\x00\x03\xc0\x0c\x00\x10\x00\x03\x00\x00\x00\x00\x00\x19\x189.18.49-1~deb12u3-Debian\xc0\x0c\x00\x02\x00\x03\x00\x00\x00\x00\x00\x02\xc0\x0c',
    service: 'domain',
    product: 'BIND',
    version: '9.18.49',
  },
  {
    server: 'dnsmasq',
    asked: 'dns',
    bytes:
      '\x007CA\x84\x80\x00\x01\x00\x01\x00\x00\x00\x00\x07version\x04bind\x00\x00\x10\x00\x03\xc0\x0c\x00\x10\x00\x03\x00\x00\x00\x00\x00\r\x0cdnsmasq-2.90',
    service: 'domain',
    product: 'dnsmasq',
    version: '2.90',
  },
  {
    server: 'Samba',
    asked: 'smb',
    bytes:
      '\x00\x00\x00\xca\xfeSMB@\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00A\x00\x01\x00\x02\x03\x00\x00vm\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x80\x00\x00\x00\x80\x00\x00\x00\x80\x00\x96R\x0e}\xb1}\xdd\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80\x00J\x00\x00\x00\x00\x00`H\x06\x06+\x06\x01\x05\x05\x02\xa0>0<\xa0\x0e0\x0c\x06\n+\x06\x01\x04\x01\x827\x02\x02\n\xa3*0(\xa0&\x1b$not_defined_in_RFC4178@please_ignore',
    service: 'microsoft-ds',
  },
  {
    server: 'Prosody',
    asked: 'xmpp',
    bytes:
      "<?xml version='1.0'?><stream:stream xml:lang='en' xmlns='jabber:client' from='127.0.0.1' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='b3f1e050-7918-471c-9c08-75a5a68b759c'><stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>SCRAM-SHA-1</mechanism></mechanisms></stream:features>",
    service: 'xmpp',
  },
  {
    server: 'Kamailio',
    asked: 'sip',
    bytes:
      'SIP/2.0 200 OK\r\nVia: SIP/2.0/TCP 127.0.0.1:5060;branch=z9hG4bK-castellan;rport=57290;received=127.0.0.1\r\nTo: <sip:127.0.0.1>;tag=9dd61ff61e802d8e2bef5f14621ef3c2.250bbbaf\r\nFrom: <sip:castellan@127.0.0.1>;tag=castellan\r\nCall-ID: castellan\r\nCSeq: 1 OPTIONS\r\nServer: kamailio (5.6.3 (x86_64/linux))\r\nContent-Length: 0\r\n\r\n',
    service: 'sip',
    product: 'Kamailio',
    version: '5.6.3',
  },
  {
    server: 'TigerVNC, its X server',
    asked: 'x11',
    bytes:
      '\x01\x00\x0b\x00\x00\x00U\x09\x8e\xa5\xb8\x00\x00\x00 \x00\xff\xff\x1f\x00\x00\x01\x00\x00\x14\x00\xff\xff\x01\x06\x00\x00  \x08\xff\x00\x00\x00\x00The X.Org Foundation\x01\x01 \x00',
    service: 'x11',
    access: 'open',
  },
  { server: 'Dante', asked: 'socks', bytes: '\x05\x00', service: 'socks', access: 'open' },
  { server: 'git', asked: 'git', bytes: '0026ERR no such repository: /castellan', service: 'git' },
  {
    server: 'RabbitMQ',
    asked: 'amqp',
    bytes:
      '\x01\x00\x00\x00\x00\x01\xed\x00\n\x00\n\x00\x09\x00\x00\x01\xc8\x0ccapabilitiesF\x00\x00\x00\xc7\x12publisher_confirmst\x01\x1aexchange_exchange_bindingst\x01\nbasic.nackt\x01\x16consumer_cancel_notifyt\x01\x12connection.blockedt\x01\x13consumer_prioritiest\x01\x1cauthentication_failure_closet\x01\x10per_consumer_qost\x01\x0fdirect_reply_tot\x01\x0ccluster_nameS\x00\x00\x00\x06lab@hx\x09copyrightS\x00\x00\x007Copyright (c) 2007-2022 VMware, Inc. or its affiliates.\x0binformationS\x00\x00\x009Licensed under the MPL 2.0. Website: https://rabbitmq.com\x08platformS\x00\x00\x00\x11Erlang/OTP 25.2.3\x07productS\x00\x00\x00\x08RabbitMQ\x07versionS\x00\x00\x00\x063.10.8\x00\x00\x00\x0ePLAIN AMQPLAIN\x00\x00\x00\x05en_US\xce',
    service: 'amqp',
    product: 'RabbitMQ',
    version: '3.10.8',
  },
];
