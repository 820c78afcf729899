import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { hostileBanners, hostileHeads, spacedHead } from '../../../tests/support/hostile/answers.ts';
import { firstLineOf, isWholeGreeting, looksLikeTls, recogniseGreeting } from './listeners/greetings.ts';
import { isWholePage, readHttp } from './read-service.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
/** As many bytes as characters: enough for what is asked here. */
const decode = (given: Uint8Array) => String.fromCharCode(...given);
const http = (text: string) => readHttp(bytes(text), decode);

test.each([
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'ssh'],
  ['220 mail.example ESMTP Postfix\r\n', 'smtp'],
  ['220 (vsFTPd 3.0.5) FTP\r\n', 'ftp'],
  ['+OK ready\r\n', 'pop3'],
  ['* OK [CAPABILITY IMAP4rev1] ready\r\n', 'imap'],
  ['RFB 003.008\n', 'vnc'],
  ["-ERR unknown command 'GET'\r\n", 'redis'],
  ['VERSION 1.6.18\r\n', 'memcached'],
  // Many a program answers so to what it does not know.
  ['ERROR\r\nERROR\r\n', undefined],
  ['\xff\xfd\x18\xff\xfd\x20', 'telnet'],
  ['\x4a\x00\x00\x00\x0a8.4.3\x00rest', 'mysql'],
  ['\x15\x03\x01\x00\x02\x02\x46', 'tls'],
  ['hello there\r\n', undefined],
  ['', undefined],
])('%j is %s', (text, service) => {
  expect(recogniseGreeting(bytes(text))?.service).toBe(service);
});

test('an SSH identification is taken apart, also behind other lines; marks that turn writing are shown as dots', () => {
  expect(recogniseGreeting(bytes('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n'))?.banners).toEqual({
    greeting: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
    ssh: { protocol: '2.0', software: 'OpenSSH 9.2p1', comments: 'Debian-2+deb12u3' },
  });
  expect(firstLineOf(bytes('hi\u001b[31m\r\n')).greeting).toBe('hi·[31m');
});

test.each([
  [
    'HTTP/1.1 200 OK\r\nServer: nginx\r\n\r\n<html><TITLE>\n A &amp; B\t</title>',
    { http: { status: 200, title: 'A & B' }, server: 'nginx' },
  ],
  ['HTTP/1.0 301 Moved\r\nLocation: https://example.org/\r\n\r\n', { http: { status: 301, location: 'https://example.org/' } }],
  [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n<title\r\n9\r\n>Hi</titl\r\n2\r\ne>\r\n0\r\n\r\n',
    { http: { status: 200, title: 'Hi' } },
  ],
  ['HTTP/1.1 200 OK\r\n\r\n<title><script>x</script></title>', { http: { status: 200, title: '<script>x</script>' } }],
])('%j is read', (text, expected) => {
  expect(http(text)).toMatchObject(expected);
});

test('MongoDB is known by what it tells browsers', () => {
  expect(
    http('HTTP/1.0 200 OK\r\n\r\nIt looks like you are trying to access MongoDB over HTTP on the native driver port.\r\n')?.product.service,
  ).toBe('mongodb');
});

test('a page is whole once its title came, or its length', () => {
  expect(isWholePage(bytes('HTTP/1.1 200 OK\r\n\r\n<title>x'))).toBe(false);
  expect(isWholePage(bytes('HTTP/1.1 200 OK\r\n\r\n<title>x</title>'))).toBe(true);
  expect(isWholePage(bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'))).toBe(true);
});

test('whatever comes, something is made of it, and no control character goes on', () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .tuple(
        fc.constantFrom('HTTP/1.1 200 OK\r\n', 'SSH-2.0-', '220 ', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
        fc.uint8Array({ maxLength: 300 }),
      )
      .map(([text, rest]) => Uint8Array.from([...bytes(text), ...rest])),
  );
  fc.assert(
    fc.property(anyBytes, (given) => {
      const said = JSON.stringify([
        recogniseGreeting(given),
        isWholeGreeting(given),
        readHttp(given, decode),
        isWholePage(given),
        looksLikeTls(given),
      ]);
      expect(said).not.toMatch(/\\u00[01]/);
    }),
  );
});

test('a header of spaces and a value that is too long costs no more than its length, and is read', () => {
  const head = bytes(spacedHead(30_000));
  const before = cpuNowMs();
  const read = readHttp(head, decode);
  expect(cpuNowMs() - before).toBeLessThan(50);
  expect(read).toMatchObject({ http: { status: 200 }, server: expect.stringMatching(/^x{120}…$/) });
});

test.each([...hostileHeads, ...hostileBanners])('$name: read within a few milliseconds of processor time', ({ bytes: given }) => {
  const before = cpuNowMs();
  recogniseGreeting(given);
  isWholeGreeting(given);
  readHttp(given, decode);
  isWholePage(given);
  expect(cpuNowMs() - before).toBeLessThan(150);
});
