import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { decodeFeed, readFeed } from './read-feed.ts';

const feedUrl = 'https://blog.example/feed.xml';
const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${items}</channel></rss>`;
const item = (title: string, link: string, date = '') =>
  `<item><title>${title}</title><link>${link}</link>${date === '' ? '' : `<pubDate>${date}</pubDate>`}</item>`;
const read = (text: string) => {
  const posts = readFeed(text, feedUrl);
  return posts.ok ? posts.value : posts.failure.code;
};

test('the three newest posts of an RSS feed, whatever its order', () => {
  const posts = read(
    rss(
      item('Oldest', 'https://blog.example/1', 'Mon, 05 Jan 2026 23:30:00 +0000') +
        item('Newest', 'https://blog.example/4', 'Fri, 20 Nov 2026 08:00:00 +0000') +
        item('Undated', 'https://blog.example/0') +
        item('Second', '/3?a=1&amp;b=2', 'Sun, 01 Nov 2026 08:00:00 +0000') +
        item('Third', 'https://blog.example/2', 'Thu, 01 Oct 2026 08:00:00 +0000'),
    ),
  );
  expect(posts).toEqual([
    { title: 'Newest', url: 'https://blog.example/4', publishedOn: '2026-11-20' },
    { title: 'Second', url: 'https://blog.example/3?a=1&b=2', publishedOn: '2026-11-01' },
    { title: 'Third', url: 'https://blog.example/2', publishedOn: '2026-10-01' },
  ]);
});

test('an Atom feed, with a title that is markup', () => {
  const atom = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title>
    <entry><title type="html">Keys &amp;amp; &lt;em&gt;locks&lt;/em&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>
    <link rel="alternate" href="https://blog.example/keys"/><id>urn:uuid:1</id><updated>2026-11-20T10:00:00Z</updated></entry></feed>`;
  expect(read(atom)).toEqual([{ title: 'Keys & locks', url: 'https://blog.example/keys', publishedOn: '2026-11-20' }]);
});

test('an address that is not on the web, an entry without a title, and a repeated one are left out', () => {
  expect(
    read(
      rss(
        item('Script', 'javascript:alert(1)') +
          item('Data', 'data:text/html,hello') +
          item('Secret', 'https://user:word@blog.example/') +
          item('', 'https://blog.example/untitled') +
          item('Once', 'https://blog.example/once') +
          item('Twice', 'https://blog.example/once') +
          item('Far', `https://blog.example/${'a'.repeat(3000)}`),
      ),
    ),
  ).toEqual([{ title: 'Once', url: 'https://blog.example/once', publishedOn: undefined }]);
  expect(read(rss(item('Script', 'javascript:alert(1)')))).toBe('no_posts');
});

test('long titles are cut, control and direction characters are shown as dots', () => {
  const [long, turned] = read(
    rss(item('x'.repeat(5000), 'https://blog.example/1') + item('a\u202eb', 'https://blog.example/2')),
  ) as readonly { readonly title: string }[];
  expect(long?.title).toBe(`${'x'.repeat(160)}…`);
  expect(turned?.title).toBe('a·b');
});

test('what is no feed is named: a page, nothing, half a feed, entities that multiply, and depths', () => {
  expect(read('<!doctype html><html><body>Not found</body></html>')).toBe('not_a_feed');
  expect(read('')).toBe('not_a_feed');
  expect(read('{"version":"https://jsonfeed.org/version/1.1"}')).toBe('not_a_feed');
  expect(read(rss(item('Half', 'https://blog.example/1')).slice(0, -30))).toBe('not_a_feed');
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  expect(read(`${bomb}${rss(item('&b;', 'https://blog.example/1'))}`)).toBe('not_a_feed');
  const outside = '<!DOCTYPE r [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  expect(read(`${outside}${rss(item('&file;', 'https://blog.example/1'))}`)).toBe('not_a_feed');
});

test('a hostile feed of a megabyte takes no longer than its length: depths, repeated tags, endless attributes and titles', () => {
  const startedAtMs = cpuNowMs();
  expect(read(`<rss><channel><item>${'<a>'.repeat(300_000)}`)).toBe('not_a_feed');
  expect(read(rss('<item>'.repeat(40) + '<title>x</title>'.repeat(50_000) + '</item>'.repeat(40)))).toBe('no_posts');
  expect(read(rss(`<item ${Array.from({ length: 60_000 }, (_, at) => `a${at}=""`).join(' ')}/>`))).toBe('no_posts');
  expect(read(rss(item('<![CDATA[<b>]]>'.repeat(60_000), 'https://blog.example/1')))).toBe('no_posts');
  expect(read(rss(item('a', 'https://blog.example/').repeat(12_000)))).toHaveLength(1);
  expect(cpuNowMs() - startedAtMs).toBeLessThan(10_000);
});

test('a feed is read in the encoding that it names', () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><rss>Zürich</rss>', 'latin1');
  expect(decodeFeed(latin, 'text/xml')).toContain('Zürich');
  expect(decodeFeed(Buffer.from('Zürich', 'utf16le'), 'text/xml; charset=utf-16le')).toContain('Zürich');
  expect(decodeFeed(Buffer.from('Zürich'), 'text/xml; charset=nonsense')).toContain('Zürich');
});
