import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCertSpotter, readCrtSh } from './certificate-logs.ts';
import { isUnclaimed, readServices, serviceOf } from './takeover.ts';
import { readWords, usualNames } from './word-list.ts';

const entry = (over: object) => ({
  service: 'One',
  cname: ['one.example'],
  fingerprint: 'Nothing here',
  http_status: null,
  nxdomain: false,
  vulnerable: true,
  ...over,
});
const read = (...entries: readonly object[]) => {
  const services = readServices(JSON.stringify(entries));
  if (!services.ok) throw new Error(services.failure.message);
  return services.value;
};

test('a page is known by its texts in their order, by its status, or not at all', () => {
  const [texts, status] = read(
    entry({ fingerprint: 'Tunnel .*.one.example not found' }),
    entry({ fingerprint: 'HTTP_STATUS=301', http_status: 301 }),
  );
  if (texts === undefined || status === undefined) throw new Error('none');
  expect(isUnclaimed(texts, { status: 404, body: '<p>Tunnel abc.one.example not found' })).toBe(true);
  expect(isUnclaimed(texts, { status: 404, body: '<p>.one.example not found Tunnel' })).toBe(false);
  expect(isUnclaimed(status, { status: 301, body: '' })).toBe(true);
  expect(isUnclaimed(status, { status: 200, body: '' })).toBe(false);
});

test('services that cannot be claimed, or that nothing tells, are left out', () => {
  expect(read(entry({ vulnerable: false }), entry({ cname: [] }), entry({ fingerprint: '' }), { odd: 1 })).toEqual([]);
  const services = read(entry({}));
  expect(serviceOf('x.one.example', services)?.service).toBe('One');
  expect(serviceOf('xone.example', services)).toBeUndefined();
});

test('whatever a log or list answers, reading it ends in names or a sentence', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof readCrtSh(text, 'example.org').ok).toBe('boolean');
      expect(typeof readCertSpotter(text, 'example.org').ok).toBe('boolean');
      expect(typeof readServices(text).ok).toBe('boolean');
    }),
  );
});

test('words are labels of DNS, each once', () => {
  expect(readWords('# a list\nwww, Mail\n.api.\nbad..name\n-x\nwww\n')).toEqual(['www', 'mail', 'api']);
  expect(readWords(usualNames.join('\n'))).toEqual(usualNames);
});
