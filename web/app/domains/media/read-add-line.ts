import { readIsbn } from './isbn.ts';
import { draftOf, type MediaDraft, type MediaKind, starsLabel } from './media.ts';

/** What a typed line is read as: the item, and what was recognised besides its title. */
export type AddLine = { readonly draft: MediaDraft; readonly facts: readonly string[] };

/**
 * Reads one typed line: `Title (1972) ★★★½ #tag`, a book also with `by Author`, a show after `show:`. Stars may be written `4.5*`.
 * An ISBN becomes the book's. `undefined` where there is no title.
 */
export function readAddLine(line: string, kinds: readonly [MediaKind, ...MediaKind[]]): AddLine | undefined {
  const facts: string[] = [];
  let rest = line.replaceAll(/\s+/g, ' ').trim();
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest);
    if (found === null) return undefined;
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.replaceAll(/\s+/g, ' ').trim();
    return found.slice(1).find((part) => part !== undefined) ?? '';
  };
  const kind = kinds.includes('show') && take(/^(?:show|series|tv):/i) !== undefined ? 'show' : kinds[0];
  if (kind === 'show') facts.push('Show');
  const tags: string[] = [];
  for (let tag = take(/(?:^|\s)#([^\s#,]{1,60})/); tag !== undefined; tag = take(/(?:^|\s)#([^\s#,]{1,60})/))
    if (!tags.includes(tag)) tags.push(tag);
  const rating = starsOf(take(/(?:^|\s)(★{1,5}½?|½|[0-5](?:[.,]5)?\s?(?:\*|★))(?=\s|$)/));
  const year = take(/\s\((\d{4})\)(?=\s|$)/);
  const code = kinds.includes('book')
    ? take(/(?:^|\s)((?:ISBN[:\s]?)?97[89][\d-]{10,14}|(?:ISBN[:\s]?)?\d[\d-]{8,11}[\dXx])(?=\s|$)/i)
    : undefined;
  const isbn = code === undefined ? undefined : readIsbn(code);
  if (code !== undefined && isbn === undefined) rest = `${rest} ${code}`.trim();
  const author = kinds.includes('book') ? take(/\sby ([^()]{2,200})$/i) : undefined;
  const title = rest === '' && isbn !== undefined ? `ISBN ${isbn}` : rest;
  if (title === '' || title.length > 500) return undefined;
  if (author !== undefined) facts.push(`by ${author}`);
  if (year !== undefined) facts.push(year);
  if (rating !== null) facts.push(starsLabel(rating));
  if (isbn !== undefined) facts.push(`ISBN ${isbn}`);
  facts.push(...tags.map((tag) => `#${tag}`));
  return {
    draft: {
      ...draftOf(kind, title),
      creators: author === undefined ? [] : [author.trim()],
      year: year === undefined ? null : Number(year),
      // What has stars was watched or read.
      status: rating === null ? 'planned' : 'done',
      rating,
      isbn: isbn ?? null,
      tags: tags.slice(0, 50),
    },
    facts,
  };
}

function starsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const written = /^([0-5])(?:[.,](5))?/.exec(text);
  const halves =
    written === null
      ? [...text].reduce((sum, sign) => sum + (sign === '★' ? 2 : 1), 0)
      : Number(written[1]) * 2 + (written[2] === undefined ? 0 : 1);
  return halves >= 1 && halves <= 10 ? halves : null;
}
