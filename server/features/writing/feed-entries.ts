import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** What a feed says of one post, as it is written there; empty where it says nothing. */
export type FeedEntry = { readonly title: string; readonly link: string; readonly date: string };

/** No feed nests deeper, and no parser of ours follows further. */
const maxDepth = 60;

/** More posts than these are not looked at; a feed lists its newest first. */
const maxEntries = 500;

/** A title, an address or a date is cut at this length, before it is looked at. */
const maxField = 4096;

/** The elements that hold a field, by the names that RSS 1.0 and 2.0 and Atom give them. */
const fields: Readonly<Record<string, 'title' | 'link' | 'id' | 'published' | 'updated'>> = {
  title: 'title',
  link: 'link',
  guid: 'id',
  pubDate: 'published',
  'dc:date': 'published',
  published: 'published',
  updated: 'updated',
};

type Fields = Record<'title' | 'link' | 'id' | 'published' | 'updated', string>;

/**
 * The entries of an RSS or Atom feed in its own order; `undefined` where the text is none, or is no XML. It knows no entities
 * but XML's own five and opens nothing that the text names. Takes time in proportion to the text.
 */
export function readEntries(text: string): readonly FeedEntry[] | undefined {
  const reader = new EntryReader();
  const parser = new SaxesParser();
  let isFine = true;
  parser.on('error', () => {
    isFine = false;
  });
  parser.on('opentag', (tag) => {
    if (isFine) isFine = reader.open(tag);
  });
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);
  parser.on('closetag', () => reader.close());
  // In pieces, so that what is no feed is not read to its end.
  for (let at = 0; at < text.length && isFine; at += 4096) parser.write(text.slice(at, at + 4096));
  if (isFine) parser.close();
  return isFine && reader.isFeed ? reader.entries : undefined;
}

class EntryReader {
  readonly entries: FeedEntry[] = [];
  isFeed = false;
  private depth = 0;
  private entry: Fields | undefined;
  private entryDepth = 0;
  private field: keyof Fields | undefined;

  /** `false`: this is no feed. */
  open({ name, attributes }: SaxesTagPlain): boolean {
    this.depth += 1;
    if (this.depth === 1) this.isFeed = ['rss', 'feed', 'rdf:RDF'].includes(name);
    if (!this.isFeed || this.depth > maxDepth) return false;
    if (this.entry === undefined) {
      if (name !== 'item' && name !== 'entry') return true;
      this.entry = { title: '', link: '', id: '', published: '', updated: '' };
      this.entryDepth = this.depth;
      return true;
    }
    if (this.depth !== this.entryDepth + 1) return true;
    this.field = fields[name];
    if (name === 'link') this.takeLink(attributes);
    // An identifier that is no address leads nowhere.
    if (name === 'guid' && attributes['isPermaLink'] === 'false') this.field = undefined;
    return true;
  }

  readonly text = (text: string): void => {
    if (this.entry === undefined || this.field === undefined) return;
    this.entry[this.field] = (this.entry[this.field] + text).slice(0, maxField);
  };

  close(): void {
    if (this.depth === this.entryDepth + 1) this.field = undefined;
    if (this.depth === this.entryDepth && this.entry !== undefined) {
      const { title, link, id, published, updated } = this.entry;
      if (this.entries.length < maxEntries) {
        this.entries.push({ title, link: link.trim() === '' ? id : link, date: published === '' ? updated : published });
      }
      this.entry = undefined;
      this.entryDepth = 0;
    }
    this.depth -= 1;
  }

  /** Atom's address is an attribute, and an entry may have several. */
  private takeLink(attributes: Readonly<Record<string, string>>): void {
    const { href, rel = 'alternate' } = attributes;
    if (href === undefined || this.entry === undefined) return;
    this.field = undefined;
    if (rel === 'alternate' && this.entry.link === '') this.entry.link = href.slice(0, maxField);
  }
}
