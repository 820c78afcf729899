import type { Article } from '@castellan/content/article';
import { markdownHtml } from '@castellan/content/markdown/html';
import { readMarkdown } from '@castellan/content/markdown/read';
import type { Profile } from '@castellan/content/profile';
import { escapeXml } from '../discovery/site-files.ts';

/** What a feed is made from: the articles as they are published, the newest first. */
export type FeedSource = {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly profile: Pick<Profile, 'name' | 'language'>;
  readonly articles: readonly Article[];
};

/** As many of the newest as a reader who comes now and then misses nothing. */
const maxEntries = 20;

/** The articles as Atom (RFC 4287), whole. */
export function atomFeed({ publicUrl, profile, articles }: FeedSource): string {
  const entries = articles.slice(0, maxEntries).map((article) => {
    const address = addressOf(publicUrl, article);
    return [
      '  <entry>',
      element('    ', 'id', address),
      element('    ', 'title', article.title),
      `    <link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
      element('    ', 'published', midnight(article.date)),
      element('    ', 'updated', midnight(article.updated ?? article.date)),
      ...article.tags.map(({ name, slug }) => `    <category term="${escapeXml(slug)}" label="${escapeXml(name)}"/>`),
      element('    ', 'summary', article.summary),
      `    <content type="html">${escapeXml(htmlOf(publicUrl, article))}</content>`,
      '  </entry>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(profile.language ?? 'en')}">`,
    element('  ', 'id', `${publicUrl}/writing`),
    element('  ', 'title', titleOf(profile)),
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl)}/feed.xml"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(publicUrl)}/writing"/>`,
    element('  ', 'updated', midnight(lastDay(articles))),
    `  <author>\n${element('    ', 'name', profile.name)}\n${element('    ', 'uri', `${publicUrl}/`)}\n  </author>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** The articles as RSS 2.0, whole; with the elements of the RSS Advisory Board's profile that readers know. */
export function rssFeed({ publicUrl, profile, articles }: FeedSource): string {
  const items = articles.slice(0, maxEntries).map((article) => {
    const address = addressOf(publicUrl, article);
    return [
      '    <item>',
      element('      ', 'title', article.title),
      element('      ', 'link', address),
      `      <guid isPermaLink="true">${escapeXml(address)}</guid>`,
      element('      ', 'pubDate', mailDate(article.date)),
      element('      ', 'dc:creator', profile.name),
      ...article.tags.map(({ name }) => element('      ', 'category', name)),
      element('      ', 'description', article.summary),
      element('      ', 'content:encoded', htmlOf(publicUrl, article)),
      '    </item>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<rss version="2.0" ${Object.entries(rssNames)
      .map(([name, uri]) => `xmlns:${name}="${uri}"`)
      .join(' ')}>`,
    '  <channel>',
    element('    ', 'title', titleOf(profile)),
    element('    ', 'link', `${publicUrl}/writing`),
    element('    ', 'description', `What ${profile.name} writes.`),
    element('    ', 'language', profile.language ?? 'en'),
    element('    ', 'lastBuildDate', mailDate(lastDay(articles))),
    `    <atom:link rel="self" type="application/rss+xml" href="${escapeXml(publicUrl)}/rss.xml"/>`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
}

const rssNames = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
} as const;

function titleOf({ name }: FeedSource['profile']): string {
  return `Writing · ${name}`;
}

function addressOf(publicUrl: string, { slug }: Article): string {
  return `${publicUrl}/writing/${slug}`;
}

function htmlOf(publicUrl: string, { slug, text, pictures }: Article): string {
  return markdownHtml(readMarkdown(text, { pictures }), { publicUrl, path: `/writing/${slug}` });
}

/** The last day on which anything here changed for readers. */
function lastDay(articles: readonly Article[]): string {
  return articles.map(({ date, updated }) => updated ?? date).reduce((last, day) => (day > last ? day : last), '1970-01-01');
}

function midnight(day: string): string {
  return `${day}T00:00:00Z`;
}

/** As RFC 822 writes it, with four digits of the year. */
function mailDate(day: string): string {
  return new Date(midnight(day)).toUTCString();
}

function element(indent: string, name: string, text: string): string {
  return `${indent}<${name}>${escapeXml(text)}</${name}>`;
}
