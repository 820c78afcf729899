import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ContentFailure, ContentFault } from './content-failure.ts';
import { type FrontField, type FrontMatter, readFrontMatter } from './front-matter.ts';
import { type Picture, plainTextOf } from './markdown/blocks.ts';
import { faultOfMarkdown, picturesIn } from './markdown/markdown-limits.ts';
import { readMarkdown } from './markdown/read-markdown.ts';

/** An article of the owner's, as a Markdown file in the folder `writing` holds it. */
export type Article = {
  /** The last part of its address: the file's name without its ending. */
  readonly slug: string;
  readonly title: string;
  /** The day it was published: `2026-11-21`. */
  readonly date: string;
  /** The day it was last changed for its readers, where the file says so. */
  readonly updated?: string;
  /** One or two sentences; the beginning of the text where the file has none. */
  readonly summary: string;
  readonly tags: readonly ArticleTag[];
  /** Nobody is shown it. */
  readonly isDraft: boolean;
  /** Below the front matter, as Markdown. */
  readonly text: string;
  /** How long people read it. */
  readonly minutes: number;
  /** The pictures that it shows, by the addresses that its text has for them. */
  readonly pictures: Readonly<Record<string, Picture>>;
};

export type ArticleTag = {
  readonly name: string;
  /** The last part of the address of its list. */
  readonly slug: string;
};

/** An article before its pictures were looked at. */
export type ParsedArticle = Omit<Article, 'pictures'> & {
  /** The pictures that it names, each with its line in the file. */
  readonly named: readonly { readonly address: string; readonly line: number }[];
};

const fieldNames = ['title', 'date', 'updated', 'summary', 'tags', 'draft'] as const;

const maxTitle = 120;
const maxSummary = 300;
const maxTags = 8;
const maxTag = 30;
const wordsAMinute = 230;

/** What addresses are made of: of an article, and of its pictures. */
const slugShape = /^[a-z0-9]+(?:-[a-z0-9]+){0,30}$/;

/** The article that a Markdown file holds, or everything that is wrong with it. `path` is repeated in the failure. */
export function parseArticle(path: string, fileName: string, source: string): Result<ParsedArticle, ContentFailure> {
  const refuse = (first: ContentFault, ...others: readonly ContentFault[]) =>
    fail<ContentFailure>({ code: 'content_invalid', file: path, faults: [first, ...others] });
  const slug = fileName.replace(/\.md$/, '');
  if (slug.length > 80 || !slugShape.test(slug)) {
    return refuse({
      field: undefined,
      problem: 'must have a name of small letters, digits and single hyphens, such as "keys-on-paper.md"',
    });
  }
  const front = readFrontMatter(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  if ('problem' in front) return refuse({ field: undefined, ...front });
  const reader = new FieldReader(front);
  const title = reader.line('title', maxTitle, 'title: Keys on paper');
  const date = reader.day('date');
  const updated = reader.day('updated');
  const summary = reader.line('summary', maxSummary, 'summary: What a card in a drawer is good for.');
  const tags = reader.tags();
  const isDraft = reader.draft();
  if (title === undefined) reader.lacks('title', 'title: Keys on paper');
  if (date === undefined) reader.lacks('date', 'date: 2026-11-21');
  if (date !== undefined && updated !== undefined && updated < date) reader.complain('updated', 'must not be before the date');
  const fault = faultOfMarkdown(front.body);
  if (fault !== undefined) reader.faults.push({ field: undefined, problem: fault.problem, line: front.bodyLine - 1 + fault.line });
  const [first, ...others] = reader.faults;
  if (first !== undefined || title === undefined || date === undefined) {
    return refuse(first ?? { field: undefined, problem: 'is not usable' }, ...others);
  }
  const words = front.body.match(/\S+/g) ?? [];
  return succeed({
    slug,
    title,
    date,
    ...(updated === undefined ? {} : { updated }),
    summary: summary ?? beginningOf(front.body),
    tags,
    isDraft,
    text: front.body,
    minutes: Math.max(1, Math.round(words.length / wordsAMinute)),
    named: picturesIn(front.body).map(({ address, line }) => ({ address, line: front.bodyLine - 1 + line })),
  });
}

/** Whether a file that cannot be used says that it is a draft: then what was published under its name is not to stay. */
export function saysDraft(source: string): boolean {
  return source.split('\n', 100).some((line) => /^draft[ \t]*:[ \t]*["']?true\b/.test(line));
}

/** The first paragraph of a text in one line, cut after a word. */
function beginningOf(text: string): string {
  const first = readMarkdown(text).find((block) => block.kind === 'paragraph');
  const words = first?.kind === 'paragraph' ? plainTextOf(first.content).trim() : '';
  if (words.length <= maxSummary) return words;
  const cut = words.slice(0, maxSummary - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}

/** Reads the fields of a front matter, and gathers what is wrong with them. */
class FieldReader {
  readonly faults: ContentFault[] = [];
  private readonly fields: ReadonlyMap<string, FrontField>;

  constructor({ fields }: FrontMatter) {
    this.fields = fields;
    for (const [name, { line }] of fields) {
      if (!fieldNames.some((known) => known === name)) this.faults.push({ field: name, problem: 'is not known; check its spelling', line });
    }
  }

  complain(field: string, problem: string, example?: string): undefined {
    this.faults.push({ field, problem, line: this.fields.get(field)?.line, example });
    return undefined;
  }

  lacks(field: string, example: string): void {
    if (!this.fields.has(field)) this.faults.push({ field, problem: 'is missing', line: 1, example });
  }

  line(field: string, most: number, example: string): string | undefined {
    const given = this.fields.get(field);
    if (given === undefined) return undefined;
    const value = typeof given.value === 'string' ? given.value.replace(/\s+/g, ' ').trim() : '';
    if (value === '') return this.complain(field, 'must be a text in one line', example);
    return value.length > most ? this.complain(field, `must not be longer than ${most} characters`) : value;
  }

  day(field: string): string | undefined {
    const given = this.fields.get(field);
    if (given === undefined) return undefined;
    const value = typeof given.value === 'string' ? given.value : '';
    return isDay(value) ? value : this.complain(field, 'must be a day of the calendar', `${field}: 2026-11-21`);
  }

  tags(): readonly ArticleTag[] {
    const given = this.fields.get('tags');
    const names = given === undefined ? [] : typeof given.value === 'string' ? given.value.split(',') : given.value;
    const tags = new Map<string, ArticleTag>();
    for (const written of names) {
      const name = written.replace(/\s+/g, ' ').trim();
      if (name === '') continue;
      const slug = tagSlug(name);
      if (name.length > maxTag) this.complain('tags', `must have tags of at most ${maxTag} characters`, 'tags: [passkeys, recovery]');
      else if (!tags.has(slug)) tags.set(slug, { name, slug });
    }
    if (tags.size > maxTags) this.complain('tags', `must have at most ${maxTags} tags`);
    return [...tags.values()];
  }

  draft(): boolean {
    const value = this.fields.get('draft')?.value;
    if (value !== undefined && value !== 'true' && value !== 'false') this.complain('draft', 'must be true or false', 'draft: true');
    return value === 'true';
  }
}

/** In Latin letters; names that differ in other signs alone, such as `C++` and `C#`, differ in their hash. */
function tagSlug(name: string): string {
  const small = name.toLowerCase();
  const words = small.match(/[a-z0-9]+/g) ?? [];
  if (words.length > 0 && !/[^a-z0-9 ._-]/.test(small)) return words.join('-');
  let hash = 0x811c9dc5;
  for (let at = 0; at < small.length; at += 1) hash = Math.imul(hash ^ small.charCodeAt(at), 0x01000193);
  return [...words, (hash >>> 0).toString(36)].join('-');
}

function isDay(text: string): boolean {
  if (!/^(?:19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
