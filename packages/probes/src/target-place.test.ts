import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeTarget } from './target.ts';
import { placeOfTarget } from './target-place.ts';

test('a host is one place however it is spelled, with the tool’s own port or without', () => {
  for (const target of ['example.org', 'Example.ORG', 'example.org:443'])
    expect(placeOfTarget(target, 443)).toEqual({ host: 'example.org', port: null });
  for (const target of ['2001:db8::1', '[2001:db8::1]', '[2001:DB8:0::1]:443'])
    expect(placeOfTarget(target, 443)).toEqual({ host: '2001:db8::1', port: null });
  expect(placeOfTarget('192.0.2.1:443', 443)).toEqual({ host: '192.0.2.1', port: null });
});

test('a port that is not the tool’s own is told, and so is every port to a tool that has none', () => {
  expect(placeOfTarget('example.org:8443', 443)).toEqual({ host: 'example.org', port: 8443 });
  expect(placeOfTarget('example.org:443')).toEqual({ host: 'example.org', port: 443 });
  expect(placeOfTarget('example.org')).toEqual({ host: 'example.org', port: null });
});

test('what is no host is a place of its own, as it is spelled', () => {
  for (const target of ['10.0.0.0/24', '10.0.0.1-9', 'example.org.', 'my lockfile', '', 'example.org:0', '0x7f.1', '::1:443:x'])
    expect(placeOfTarget(target, 443)).toEqual({ host: target, port: null });
});

test('a place written as a target is the same place again', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const host = fc.tuple(label, label).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(host, fc.integer({ min: 1, max: 65_535 }), fc.constantFrom(443, 25, undefined), (name, port, defaultPort) => {
      const place = placeOfTarget(`${name.toUpperCase()}:${port}`, defaultPort);
      expect(place).toEqual({ host: name, port: port === defaultPort ? null : port });
      expect(placeOfTarget(writeTarget({ kind: 'name', host: name, port }, defaultPort), defaultPort)).toEqual(place);
    }),
  );
});
