import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherHost } from './other-host.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const topLevel = fc.constantFrom('com', 'org', 'example', 'net', 'io', 'museum');
const host = fc.tuple(fc.array(label, { minLength: 1, maxLength: 3 }), topLevel).map(([labels, last]) => [...labels, last].join('.'));
const words = fc.stringMatching(/^[A-Za-z ,!?éß-]{0,20}$/);
const withoutWww = (name: string) => name.replace(/^www\.(?=.*\.)/, '');
const twoHosts = fc.tuple(host, host).filter(([one, other]) => withoutWww(one) !== withoutWww(other));

/** A host as people and machines write it. */
const spelled = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    `${name}.`,
    `www.${name}`,
    `${name}/`,
    `${name}/path/to.html?q=1#top`,
    `${name}:8443`,
    `https://${name}`,
    `HTTPS://${name.toUpperCase()}:443/a`,
    `http://${name}./x`,
    `https:\\/\\/${name}/`,
    `**${name}**`,
    `_${name}_`,
    `\`${name}\``,
    `(${name})`,
    `“${name}”`,
    `<https://${name}>`,
    `[${name}]`,
    `[https://${name}]`,
    `ada@${name}`,
    `ada.lovelace@${name}`,
    `mailto:ada@${name}`,
    `${name}!`,
    `»${name}«`,
    name.split('.').join('。'),
    name.split('.').join('．'),
    name.split('').join('\u200b'),
    `\u2066${name}\u2069`,
  );

const targetOf = (name: string) =>
  fc.constantFrom(
    `https://${name}`,
    `http://${name}:8080/a?b=c#d`,
    `https://${name.toUpperCase()}./`,
    `https://www.${name}/x`,
    `https://ada:secret@${name}/`,
    `mailto:ada@${name}`,
    `mailto:ada%40${name}?subject=x`,
  );

test('a text that names the host it leads to asks nothing, however both are spelled', () => {
  const cases = host.chain((name) => fc.tuple(words, spelled(name), words, targetOf(name)));
  fc.assert(
    fc.property(cases, ([before, text, after, target]) => {
      expect(otherHost(`${before} ${text} ${after}`, target)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test('a text that names another host than it leads to is found, however both are spelled, and both hosts are said', () => {
  const cases = twoHosts.chain(([said, target]) => fc.tuple(fc.constant([said, target]), words, spelled(said), words, targetOf(target)));
  fc.assert(
    fc.property(cases, ([[said = '', target = ''], before, text, after, address]) => {
      expect(otherHost(`${before} ${text} ${after}`, address)).toEqual({ said: withoutWww(said), target: withoutWww(target) });
    }),
    { numRuns: 2000 },
  );
});

test('a text without a host never asks: words, paths, files, numbers', () => {
  const plain = fc.oneof(
    words,
    fc.stringMatching(/^(?:\.{1,2}|~)?(?:\/[a-z0-9_.-]{1,8}){1,3}$/),
    fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}\.md$/),
    fc.stringMatching(/^[a-z]{1,8}\.(?:js|pdf|html|json|png)$/),
    fc.stringMatching(/^v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?$/),
    fc.constantFrom('', 'e.g.', 'i.e. this', 'z.B.', 'No. 7', '…', 'here', '#tag', 'Node.js', '3.14', '@ada', 'a:b', '12:30', 'and/or'),
  );
  fc.assert(
    fc.property(plain, host.chain(targetOf), (text, target) => {
      expect(otherHost(text, target)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test('letters of another script that only look alike are another host', () => {
  const alike: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х' };
  const cases = host.filter((name) => /[aceopx]/.test(name.split('.')[0] ?? ''));
  fc.assert(
    fc.property(cases, (name) => {
      const forged = name.replace(/[aceopx]/, (letter) => alike[letter] ?? letter);
      const found = otherHost(name, `https://${forged}/`);
      expect(found?.said).toBe(withoutWww(name));
      expect(found?.target).toMatch(/^(?:.+\.)?xn--/);
      expect(otherHost(forged, `https://${name}/`)).toBeDefined();
      expect(otherHost(forged, `https://${forged}/`)).toBeUndefined();
    }),
  );
});

test('a host of other letters is the same in letters and in ASCII', () => {
  for (const [letters, ascii] of [
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
  ] as const) {
    expect(otherHost(letters, `https://${ascii}/`)).toBeUndefined();
    expect(otherHost(ascii, `https://${letters}/`)).toBeUndefined();
    expect(otherHost(letters, 'https://evil.example/')).toEqual({ said: ascii, target: 'evil.example' });
  }
});

test('what stands before the sign of an address is no host of it, and is asked about where it looks like one', () => {
  fc.assert(
    fc.property(twoHosts, ([said, target]) => {
      const address = `https://${said}@${target}/`;
      expect(otherHost(address, address)).toEqual({ said: withoutWww(said), target: withoutWww(target) });
      expect(otherHost(`${said}@${target}/login`, `https://${target}/login`)?.said).toBe(withoutWww(said));
      expect(otherHost(`https://${said}:443%2F@${target}`, `https://${target}`)?.said).toBe(withoutWww(said));
    }),
  );
});

test('a letter that also goes to somebody else is asked about', () => {
  expect(otherHost('ada@bank.example', 'mailto:ada@bank.example?cc=eve@evil.example')).toEqual({
    said: 'bank.example',
    target: 'evil.example',
  });
  expect(otherHost('ada@bank.example', 'mailto:ada@bank.example,bob@bank.example?subject=x@y.example')).toBeUndefined();
  expect(otherHost('bank.example', 'mailto:')).toEqual({ said: 'bank.example', target: 'mailto:' });
});

test('numbers of an address are a host too, in every spelling of the target', () => {
  for (const target of ['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/'])
    expect(otherHost('127.0.0.1', target)).toBeUndefined();
  expect(otherHost('192.0.2.1', 'http://192.0.2.2/')).toEqual({ said: '192.0.2.1', target: '192.0.2.2' });
  expect(otherHost('http://[::1]:3000/', 'http://[0:0::1]/')).toBeUndefined();
});

test('no pair of texts is too much, and what it finds are two hosts that differ', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text, target) => {
      const found = otherHost(text, target);
      if (found !== undefined) expect(found.said).not.toBe(found.target);
    }),
    { numRuns: 3000 },
  );
});
