import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { hostileBanners, hostileHeads, hostileServices } from '../../../../tests/support/hostile/answers.ts';
import { type ServiceAnswer, serviceAnswers } from '../../../../tests/support/service-answers.ts';
import { askings } from './asking.ts';
import { isMailOrFiles, isWholeGreeting, readMailOrFiles, recogniseGreeting } from './greetings.ts';
import { readHttpFurther, readHttpProduct } from './http-products.ts';
import { bytesOf, type Recognised } from './recognised.ts';

function read({ asked }: ServiceAnswer, bytes: Uint8Array): Recognised | undefined {
  return asked === undefined ? recogniseGreeting(bytes) : askings.find(({ name }) => name === asked)?.read(bytes);
}

test.each(serviceAnswers)(
  '$server is named by its own answer, with its version and whether it asks for a password where it tells',
  (answer) => {
    const { bytes, service, product, version, access } = answer;
    const seen = read(answer, bytesOf(bytes));
    expect({ service: seen?.service, product: seen?.banners.product, version: seen?.banners.version, access: seen?.access }).toEqual({
      service,
      product,
      version,
      access,
    });
  },
);

test.each(serviceAnswers)(
  'the answer of $server is known to be whole once it has come, and nobody else’s question is answered by it',
  (answer) => {
    const bytes = bytesOf(answer.bytes);
    const isWhole = askings.find(({ name }) => name === answer.asked)?.isWhole ?? isWholeGreeting;
    expect(isWhole(bytes)).toBe(true);
    const named = askings.map((asking) => asking.read(bytes)?.service).filter((service) => service !== undefined);
    expect(named.filter((service) => service !== answer.service)).toEqual([]);
  },
);

/** An answer with some bytes changed, cut or doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...serviceAnswers),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
    fc.option(fc.nat(), { nil: undefined }),
    fc.boolean(),
  )
  .map(([answer, changes, cutAt, isDoubled]) => {
    const bytes = bytesOf(isDoubled ? answer.bytes + answer.bytes : answer.bytes);
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return { answer, bytes: cutAt === undefined ? bytes : bytes.subarray(0, cutAt % (bytes.length + 1)) };
  });

test('an answer with bytes changed, cut or doubled throws nowhere, and is named as what it was or not at all', () => {
  fc.assert(
    fc.property(mutated, ({ answer, bytes }) => {
      const seen = read(answer, bytes);
      if (seen !== undefined) expect(seen.service).toBe(answer.service);
      for (const asking of askings) expect(typeof asking.isWhole(bytes)).toBe('boolean');
      expect(JSON.stringify([seen, ...askings.map((asking) => asking.read(bytes))])).not.toMatch(/\\u00[01]/);
    }),
    { numRuns: 3_000 },
  );
});

test('random bytes are named by none of the questions', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const named = askings.map((asking) => asking.read(bytes)?.service).filter((service) => service !== undefined);
      // Two bytes are all that SOCKS has, and three that telnet begins with.
      expect(named.filter((service) => !['socks', 'telnet', 'tls'].includes(service))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([...hostileBanners, ...hostileHeads, ...hostileServices])(
  '$name: read by every question within a few milliseconds of processor time',
  ({ bytes }) => {
    const before = cpuNowMs();
    for (const asking of askings) [asking.isWhole(bytes), asking.read(bytes)];
    isWholeGreeting(bytes);
    recogniseGreeting(bytes);
    expect(cpuNowMs() - before).toBeLessThan(150);
  },
);

test('no question names a user, a password or a bind but PostgreSQL’s start, which has no password', () => {
  for (const asking of askings) {
    const text = String.fromCharCode(...asking.request({ host: '192.0.2.1', port: 1 }));
    expect([asking.name, /AUTH|PASS|LOGIN|BIND REQUEST/i.test(text.replace('version\x04bind', ''))]).toEqual([asking.name, false]);
    expect([asking.name, text.includes('user\0')]).toEqual([asking.name, asking.name === 'postgresql']);
  }
  // Of LDAP's operations a search (0x63), never a bind (0x60).
  expect(askings.find(({ name }) => name === 'ldap')?.request({ host: '', port: 1 })[5]).toBe(0x63);
});

test.each([
  ['220-mail.example.org\r\n220 ready', false],
  ['220-mail.example.org\r\n220 ready\r\n', true],
  ['220 ready\r\n', true],
  ['SSH-2.0-OpenSSH', false],
  ['\x4a\0\0\0\x0a8.4.3\0rest', true],
])('%j as a greeting is whole: %j', (text, isWhole) => {
  expect(isWholeGreeting(bytesOf(text))).toBe(isWhole);
});

test.each([
  ['220-lab.example.org ESMTP\r\n220 ready\r\n', 'smtp'],
  ['220 smtp.example.org FTP server ready\r\n', 'ftp'],
  ['220 ftp.example.org ESMTP Postfix\r\n', 'smtp'],
  ['500 OOPS: vsftpd: refusing to run with writable root inside chroot()\r\n', 'ftp'],
  ['RTSP/1.0 400 Bad Request\r\n\r\n', 'rtsp'],
  ['200 news.example.org InterNetNews NNRP server INN 2.7.1 ready (posting ok)\r\n', 'nntp'],
  ['200 poppassd v1.8 hello, who are you?\r\n', undefined],
  ['-ERR what is that\r\n', undefined],
])('%j is %j, whatever its host is called', (text, service) => {
  expect(recogniseGreeting(bytesOf(text))?.service).toBe(service);
});

test('a greeting that mail and files share is told apart by what each answers, and is neither where none does', () => {
  const greeting = bytesOf('220 Welcome\r\n');
  expect([isMailOrFiles(greeting), isMailOrFiles(bytesOf('220 ESMTP\r\n')), isMailOrFiles(bytesOf('hello\r\n'))]).toEqual([
    true,
    false,
    false,
  ]);
  const named = (mail: string, files: string) => readMailOrFiles(greeting, bytesOf(mail), bytesOf(files))?.service;
  expect(named('250-hello\r\n250 HELP\r\n', '')).toBe('smtp');
  expect(named('530 Please login with USER and PASS.\r\n', '')).toBe('ftp');
  expect(named('500 EHLO not understood\r\n', '211-Features:\r\n')).toBe('ftp');
  expect(named('500 what\r\n', '500 what\r\n')).toBeUndefined();
});

const page = (body: string, more: Partial<Parameters<typeof readHttpProduct>[0]> = {}) =>
  readHttpProduct({ status: 200, head: 'HTTP/1.1 200 OK', page: body, ...more });

test('a product behind HTTP is named where its answer proves it, and stays a web server where not', () => {
  const search = '{"cluster_name":"lab","version":{"number":"8.15.1","lucene_version":"9.11.1"},"tagline":"You Know, for Search"}';
  expect(page(search)).toEqual({ service: 'elasticsearch', access: 'open', banners: { product: 'Elasticsearch', version: '8.15.1' } });
  const refused = '{"error":{"root_cause":[],"type":"security_exception"},"status":401}';
  expect(page(refused, { status: 401 })).toMatchObject({ service: 'elasticsearch', access: 'asked' });
  expect(page('{"couchdb":"Welcome","version":"3.3.3"}')).toMatchObject({ service: 'couchdb', banners: { version: '3.3.3' } });
  expect(page('', { head: 'HTTP/1.1 200 OK\r\nServer: nginx/1.22.1' })).toEqual({ banners: { product: 'nginx', version: '1.22.1' } });
  expect(page('', { head: 'HTTP/1.1 200 OK\r\nServer: Docker/20.10' }).service).toBeUndefined();
  expect(page('{"message":"page not found"}\n', { status: 404 })).toEqual({ banners: {}, ask: '/version' });
  expect(page('{"cluster_name":')).toEqual({ banners: {} });
  expect(readHttpFurther('{"ApiVersion":"1.41","MinAPIVersion":"1.12","Version":"20.10.24"}')).toEqual({
    service: 'docker',
    banners: { product: 'Docker', version: '20.10.24' },
  });
  expect(readHttpFurther('{"etcdserver":"3.4.23","etcdcluster":"3.4.0"}')).toMatchObject({
    service: 'etcd',
    banners: { version: '3.4.23' },
  });
  expect(readHttpFurther('{"Version":"1"}')).toBeUndefined();
});
