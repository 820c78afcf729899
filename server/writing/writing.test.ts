import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProfile } from '@castellan/content/profile';
import { SaxesParser } from 'saxes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFeed } from '../features/writing/read-feed.ts';
import { sampleFolder } from '../sample-content.ts';
import { createArticleReader } from './article-files.ts';
import { createArticlePictures } from './article-pictures.ts';
import { createFeeds } from './feed-answers.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-writing-'));
  cpSync(sampleFolder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, 'writing', name), text);
const article = (body: string, more = '') => `---\ntitle: Keys & <locks>\ndate: 2026-01-31\n${more}---\n\n${body}\n`;
const pixels = readFileSync(join(import.meta.dirname, '..', '..', 'tests', 'second-person', 'portrait.png'));

function profileOfSample() {
  const parsed = parseProfile('profile.json', readFileSync(join(sampleFolder, 'profile.json'), 'utf8'));
  if (!parsed.ok) throw new Error('the sample is damaged');
  return parsed.value;
}

test('the sample articles have no fault, and the newest comes first', () => {
  const { articles, complaints } = createArticleReader(folder)();
  expect(articles.map(({ slug }) => slug)).toEqual(['compare-secrets-in-constant-time', 'a-backup-is-a-restore']);
  expect(complaints).toEqual([]);
});

test('a draft is nobody’s to read; a faulty file is named and takes no other down; what was good stays until it is mended', () => {
  const read = createArticleReader(folder);
  put('draft.md', article('x', 'draft: true\n'));
  put('keys.md', article('first'));
  expect(read().articles.map(({ slug }) => slug)).not.toContain('draft');
  const textOf = () =>
    read()
      .articles.find(({ slug }) => slug === 'keys')
      ?.text.trim();
  put('keys.md', article('second', 'dtae: 1\n'));
  expect([textOf(), read().complaints]).toEqual([
    'first',
    [expect.stringMatching(/keys\.md: the field "dtae" is not known.* Line 4\. The article stays as it was\.$/)],
  ]);
  put('keys.md', article('third'));
  expect([textOf(), read().complaints]).toEqual(['third', []]);
  put('keys.md', article('third', 'draft: true\ndtae: 1\n'));
  expect([textOf(), read().articles.length]).toEqual([undefined, 2]);
  put('broken.md', Buffer.from([0x2d, 0xff, 0xfe]));
  expect(read().complaints.join()).toContain('broken.md must be text in UTF-8. The article is not shown until that is mended.');
});

test('only pictures beside the article are shown, by their bytes and not their names', async () => {
  const read = createArticleReader(folder);
  put('me.png', pixels);
  put('page.png', '<html><script>alert(1)</script>');
  writeFileSync(join(folder, 'outside.png'), pixels);
  symlinkSync(join(folder, 'outside.png'), join(folder, 'writing', 'link.png'));
  put('keys.md', article('![me](me.png)'));
  const { articles } = read();
  expect(articles[0]?.pictures).toEqual({
    'me.png': { address: '/content/writing/me.png', width: expect.any(Number), height: expect.any(Number) },
  });
  const answer = createArticlePictures(folder, () => articles);
  const ask = async (path: string) => (await answer(new Request(`https://s.example${path}`)))?.headers.get('content-type');
  expect(await ask('/content/writing/me.png')).toBe('image/png');
  for (const path of [
    '/content/writing/page.png',
    '/content/writing/keys.md',
    '/content/writing/%2e%2e%2fprivate.json',
    '/content/private.json',
  ]) {
    expect(await ask(path), path).toBeUndefined();
  }
  put('me.png', '<svg onload=alert(1)>');
  expect(await ask('/content/writing/me.png')).toBeUndefined();
  for (const address of ['page.png', 'link.png', '../private.json', '../outside.png', 'https://x.example/a.png', 'none.png']) {
    put('keys.md', article(`one\n\n![x](${address})`));
    expect(read().complaints, address).toEqual([expect.stringMatching(/keys\.md names the picture ".*Line 8\./)]);
  }
});

test('a file with very many faults is reported in a few sentences, and one that is too long at its top in one', () => {
  const read = createArticleReader(folder);
  put('keys.md', article(Array.from({ length: 900 }, (_, at) => `![x](../a${at}.png)`).join('\n\n')));
  expect(read().complaints.join('\n').split('\n')).toHaveLength(20);
  put('keys.md', article('x', `tags: [${'a,'.repeat(190_000)}a]\n`));
  expect(read().complaints).toEqual([expect.stringContaining('has a line of more than 4000 characters in its front matter')]);
});

/** The elements of an XML text with their words, by a parser that is not ours. */
function elementsOf(
  xml: string,
): readonly { readonly name: string; readonly text: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const open: { name: string; text: string; attributes: Record<string, string> }[] = [];
  const all: typeof open = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes: attributes as Record<string, string> };
    open.push(element);
    all.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return all;
}

test('both feeds hold what their specifications ask for, whole articles, and addresses that another reader finds', async () => {
  put('me.png', pixels);
  put('keys.md', article('![me](me.png) [a](/contact) [b](#c) <script>alert(1)</script>'));
  const { articles } = createArticleReader(folder)();
  const feeds = createFeeds({
    publicUrl: () => 'https://s.example',
    profile: profileOfSample,
    articles: () => articles,
    clock: { nowMs: () => 1_800_000_000_000 },
  });
  const textOf = async (path: string) => (await feeds(new Request(`https://s.example${path}`))?.text()) ?? '';
  const [atom, rss] = [await textOf('/feed.xml'), await textOf('/rss.xml')];
  const [inAtom, inRss] = [elementsOf(atom), elementsOf(rss)];
  const count = (elements: typeof inAtom, name: string) => elements.filter((element) => element.name === name).length;
  // RFC 4287 §4.1.1 and §4.1.2: of the feed and of each entry one id, one title, one updated; an author; a link to itself.
  for (const name of ['id', 'title', 'updated']) expect(count(inAtom, name), name).toBe(articles.length + 1);
  for (const { text } of inAtom.filter(({ name }) => name === 'updated')) expect(text).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  expect(new Set(inAtom.filter(({ name }) => name === 'id').map(({ text }) => text)).size).toBe(articles.length + 1);
  expect(inAtom.find(({ attributes }) => attributes['rel'] === 'self')?.attributes['href']).toBe('https://s.example/feed.xml');
  // RSS 2.0: a channel has title, link and description; an item here has these, a guid and a date of RFC 822.
  for (const name of ['title', 'link', 'description']) expect(count(inRss, name), name).toBe(articles.length + 1);
  for (const { text } of inRss.filter(({ name }) => name === 'pubDate')) expect(text).toMatch(/^\w{3}, \d\d \w{3} \d{4} 00:00:00 GMT$/);
  expect(inRss.filter(({ name }) => name === 'guid').map(({ text }) => text)).toContain('https://s.example/writing/keys');
  for (const html of [inAtom.find(({ name }) => name === 'content')?.text, inRss.find(({ name }) => name === 'content:encoded')?.text]) {
    expect(html).toContain('<img src="https://s.example/content/writing/me.png" alt="me"');
    expect(html).toContain('href="https://s.example/contact"');
    expect(html).toContain('href="https://s.example/writing/keys#c"');
    expect(html).not.toContain('<script');
  }
  for (const feed of [atom, rss]) {
    const posts = readFeed(feed, 'https://s.example/feed.xml');
    expect(posts.ok && posts.value[0]).toEqual({ title: 'Keys &', url: 'https://s.example/writing/keys', publishedOn: '2026-01-31' });
  }
});

test('a reader that has the version gets 304, by its tag or its time; a change has another tag and a later time; without articles there is no feed', () => {
  let articles = createArticleReader(folder)().articles;
  const feeds = createFeeds({
    publicUrl: () => 'https://s.example',
    profile: profileOfSample,
    articles: () => articles,
    clock: { nowMs: () => 1_800_000_000_000 },
  });
  const ask = (headers: Record<string, string> = {}) => feeds(new Request('https://s.example/feed.xml', { headers }));
  const [etag, time] = [ask()?.headers.get('etag') ?? '', ask()?.headers.get('last-modified') ?? ''];
  expect([ask({ 'if-none-match': etag })?.status, ask({ 'if-modified-since': time })?.status]).toEqual([304, 304]);
  expect(ask({ 'if-none-match': '"other"', 'if-modified-since': time })?.status).toBe(200);
  expect(ask({ 'accept-encoding': 'gzip' })?.headers.get('content-encoding')).toBe('gzip');
  articles = articles.slice(1);
  expect([ask({ 'if-none-match': etag })?.status, ask({ 'if-modified-since': time })?.status]).toEqual([200, 200]);
  articles = [];
  expect(ask()).toBeUndefined();
});
