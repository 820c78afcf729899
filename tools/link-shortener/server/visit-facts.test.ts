import { expect, test } from 'vitest';
import { browserOf, createVisitReader, isFetchedAhead, referrerOf } from './visit-facts.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0', 'Edge'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0', 'Opera'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
    'Chrome',
  ],
  ['curl/8.5.0', 'other'],
])('%s is %s', (userAgent, browser) => {
  expect(browserOf(userAgent)).toBe(browser);
});

test.each([
  ['https://www.example.com/a?token=1', 'example.com'],
  ['http://[2001:db8::1]:8080/', '[2001:db8::1]'],
  ['android-app://com.example/', 'direct'],
  ['not an address', 'direct'],
  [`https://${'a.'.repeat(60)}example/`, 'direct'],
  [undefined, 'direct'],
])('%s comes from %s', (header, host) => {
  expect(referrerOf(header)).toBe(host);
});

test('known bots, and whoever names no browser, are bots; their name is few plain letters', () => {
  const readFacts = createVisitReader();
  const botOf = (userAgent: string) => readFacts((name) => (name === 'user-agent' ? userAgent : undefined)).bot;
  expect(botOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe('googlebot');
  expect(botOf('curl/8.5.0')).toBe('curl');
  expect(botOf('')).toBe('unnamed');
  expect(botOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBeUndefined();
});

test('a fetch ahead is told by either of its headers', () => {
  const withHeaders = (headers: Readonly<Record<string, string>>) => isFetchedAhead((name) => headers[name]);
  expect(withHeaders({ 'sec-purpose': 'prefetch;prerender' })).toBe(true);
  expect(withHeaders({ purpose: 'prefetch' })).toBe(true);
  expect(withHeaders({})).toBe(false);
});

test('what is remembered of user agents is what reading them anew says, however many come', () => {
  const remembering = createVisitReader();
  for (let index = 0; index < 2000; index += 1) {
    const userAgent = `${['curl', 'Googlebot', 'Mozilla/5.0 (X11; Linux x86_64) Firefox', 'x'][index % 4]}/${(index * 7919) % 450}`;
    const header = (name: string) => (name === 'user-agent' ? userAgent : undefined);
    expect(remembering(header)).toEqual(createVisitReader()(header));
  }
});
