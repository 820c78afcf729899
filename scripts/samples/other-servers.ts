import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import type { LabCertificates } from './certificates.ts';
import { addresses, domain } from './company.ts';
import { listenAt } from './listen.ts';

/** Starts what is no web server: two mail servers, and what listens in the office. */
export async function openOtherServers({ mail, office }: LabCertificates): Promise<void> {
  const mailTls = { ...mail, minVersion: 'TLSv1.2' } as const;
  await listenAt(speakSmtp(`mail.${domain}`, mailTls), addresses.mail, 25);
  await listenAt(speakSmtp('mx.mail-host.example', undefined), addresses.otherMail, 25);
  await listenAt(speakSmtp(`office.${domain}`, { ...office, minVersion: 'TLSv1.2' }), addresses.office, 587);
  await listenAt(greet('SSH-2.0-OpenSSH_9.6\r\n'), addresses.office, 22);
  await listenAt(speakLines('220 Harbour Books FTP\r\n', answerFtp), addresses.office, 21);
  await listenAt(greetBytes(mysqlGreeting), addresses.office, 3306);
  await listenAt(speakLines('', answerRedis), addresses.office, 6379);
  await listenAt(greet('RFB 003.008\n'), addresses.office, 5900);
}

const greetBytes = (bytes: Uint8Array): Server =>
  createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .resume()
        .write(bytes),
  );

const greet = (text: string): Server => greetBytes(Buffer.from(text));

/** A server that answers line by line. */
function speakLines(greeting: string, answer: (line: string) => string): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    if (greeting !== '') socket.write(greeting);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split(/\r?\n/).filter(Boolean)) socket.write(answer(line.trim()));
    });
  });
}

function answerFtp(line: string): string {
  const [verb = ''] = line.toUpperCase().split(' ');
  if (verb === 'USER') return '331 Please give the password.\r\n';
  if (verb === 'PASS') return '530 Login incorrect.\r\n';
  if (verb === 'SYST') return '215 UNIX Type: L8\r\n';
  return verb === 'QUIT' ? '221 Goodbye.\r\n' : '530 Please sign in with USER and PASS.\r\n';
}

const redisInfo = '# Server\r\nredis_version:7.2.4\r\nredis_mode:standalone\r\ntcp_port:6379\r\n';

/** A cache that nobody gave a password. */
function answerRedis(line: string): string {
  if (/^INFO\b/i.test(line)) return `$${redisInfo.length}\r\n${redisInfo}\r\n`;
  return /^PING\b/i.test(line) ? '+PONG\r\n' : '-ERR unknown command\r\n';
}

/** The first packet of MariaDB (protocol 10). */
const mysqlGreeting = (() => {
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from('5.5.5-10.11.6-MariaDB\0'),
    Buffer.from('08000000616263646566676800', 'hex'),
    Buffer.from('00fef72d0200ff8115000000000000', 'hex'),
    Buffer.alloc(6),
    Buffer.from('abcdefghijkl\0mysql_native_password\0'),
  ]);
  return Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, 0]), body]);
})();

/** A mail server; with a certificate it offers TLS (RFC 3207). */
function speakSmtp(name: string, tls: TlsOptions | undefined): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    converse(socket, `220 ${name} ESMTP\r\n`, name, tls);
  });
}

function converse(socket: Socket, greeting: string, name: string, tls: TlsOptions | undefined): void {
  if (greeting !== '') socket.write(greeting);
  const hear = (bytes: Buffer) => {
    const line = bytes.toString('latin1').toUpperCase();
    if (line.startsWith('EHLO')) {
      socket.write(`250-${name}\r\n250-SIZE 26214400\r\n${tls === undefined ? '' : '250-STARTTLS\r\n'}250 8BITMIME\r\n`);
    } else if (line.startsWith('HELO')) {
      socket.write(`250 ${name}\r\n`);
    } else if (line.startsWith('STARTTLS') && tls !== undefined) {
      socket.off('data', hear);
      socket.write('220 Ready to start TLS\r\n');
      const inner = new TLSSocket(socket, { ...tls, isServer: true });
      converse(
        inner.on('error', () => {}),
        '',
        name,
        undefined,
      );
    } else if (line.startsWith('QUIT')) {
      socket.end('221 Bye\r\n');
    } else {
      socket.write('502 Not known here\r\n');
    }
  };
  socket.on('data', hear);
}
