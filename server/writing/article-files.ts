import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Article, type ParsedArticle, parseArticle, saysDraft } from '@castellan/content/article';
import { describeContentFailure, singleFault } from '@castellan/content/content-failure';
import type { Picture } from '@castellan/content/markdown/blocks';
import { readArticlePicture } from './article-pictures.ts';
import { isOwnFile } from './own-file.ts';

/** What the folder `writing` of a content holds now. */
export type Writing = {
  /** What visitors may read, the newest first. */
  readonly articles: readonly Article[];
  /** What is wrong with files, a sentence each, with file and line. */
  readonly complaints: readonly string[];
};

/** A text of the most characters that an article may have is smaller, in any language. */
const maxFileBytes = 400_000;

/** Files beyond these, by their names, are not looked at. */
const maxFiles = 500;

const maxPictures = 100;

/** Of a file; the first are mended before others are read. */
const maxComplaints = 20;

/** What was read of a file. */
type Known = {
  /** Changes with the file and with the pictures that it names. */
  readonly stamp: string;
  /** The last that could be used. */
  readonly article: Article | undefined;
  readonly complaints: readonly string[];
};

/**
 * Reads the articles of a content folder, again and again: only what changed is parsed anew. A file that cannot be used takes nothing
 * else down. One that was good before stays as it was, until it is good again, is a draft or is gone.
 */
export function createArticleReader(contentFolder: string): () => Writing {
  const folder = join(contentFolder, 'writing');
  let known: ReadonlyMap<string, Known> = new Map();
  return () => {
    const { names, complaints } = listFiles(folder);
    known = new Map(names.map((name) => [name, readAgain(folder, name, known.get(name))]));
    const read = [...known.values()];
    const articles = read.flatMap(({ article }) => (article === undefined || article.isDraft ? [] : [article]));
    return { articles: articles.toSorted(byDate), complaints: [...complaints, ...read.flatMap((one) => one.complaints)] };
  };
}

function listFiles(folder: string): { readonly names: readonly string[]; readonly complaints: readonly string[] } {
  let all: readonly string[];
  try {
    all = readdirSync(folder);
  } catch {
    // An owner who writes nothing has no such folder.
    return { names: [], complaints: [] };
  }
  const names = all.filter((name) => name.endsWith('.md') && !name.startsWith('.') && name !== 'README.md').toSorted();
  const problem = `holds ${names.length} files, and the first ${maxFiles} are shown`;
  const complaints = names.length <= maxFiles ? [] : [describeContentFailure(singleFault(folder, { field: undefined, problem }))];
  return { names: names.slice(0, maxFiles), complaints };
}

/** The newest first; of one day in the order of their names. */
function byDate(left: Article, right: Article): number {
  if (left.date !== right.date) return left.date < right.date ? 1 : -1;
  return left.slug < right.slug ? -1 : 1;
}

function readAgain(folder: string, name: string, before: Known | undefined): Known {
  const path = join(folder, name);
  const pictures = Object.keys(before?.article?.pictures ?? {}).map((address) => stampOf(join(folder, address)));
  const stamp = [stampOf(path), ...pictures].join(' ');
  // A file with faults may be mended by a picture that came: it is read each time.
  if (before !== undefined && before.stamp === stamp && before.complaints.length === 0) return before;
  const refused = (complaint: string, isDraft = false): Known => {
    const lines = complaint.split('\n').map((line) => `${line} The article is not shown until that is mended.`);
    if (before?.article === undefined || isDraft) return { stamp, article: undefined, complaints: lines };
    const kept = complaint.split('\n').map((line) => `${line} The article stays as it was.`);
    return { stamp, article: before.article, complaints: kept };
  };
  const source = readText(folder, path);
  if ('problem' in source) return refused(describeContentFailure(singleFault(path, { field: undefined, problem: source.problem })));
  const parsed = parseArticle(path, name, source.text);
  if (!parsed.ok) return refused(describeContentFailure(parsed.failure), saysDraft(source.text));
  const { pictures: found, faults } = findPictures(folder, path, parsed.value);
  if (faults.length > 0) return refused(faults.join('\n'), parsed.value.isDraft);
  const { named: _, ...rest } = parsed.value;
  const article = { ...rest, pictures: found };
  return {
    stamp: [stampOf(path), ...Object.keys(found).map((address) => stampOf(join(folder, address)))].join(' '),
    article,
    complaints: [],
  };
}

function readText(folder: string, path: string): { readonly text: string } | { readonly problem: string } {
  try {
    const { size } = statSync(path);
    if (!isOwnFile(folder, path)) return { problem: 'must be a file of its folder, and no link to another place' };
    if (size > maxFileBytes) return { problem: `has ${size} bytes, and an article at most ${maxFileBytes}` };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    return { problem: error instanceof TypeError ? 'must be text in UTF-8' : 'cannot be read' };
  }
}

function findPictures(
  folder: string,
  path: string,
  { named }: ParsedArticle,
): { readonly pictures: Readonly<Record<string, Picture>>; readonly faults: readonly string[] } {
  const pictures: Record<string, Picture> = {};
  const faults: string[] = [];
  const complain = (line: number, problem: string) =>
    faults.push(describeContentFailure(singleFault(path, { field: undefined, problem, line })));
  for (const { address, line } of named) {
    if (Object.hasOwn(pictures, address)) continue;
    if (faults.length >= maxComplaints) break;
    const picture = readArticlePicture(folder, address);
    if ('problem' in picture) complain(line, `names the picture "${address.slice(0, 80)}", ${picture.problem}`);
    else pictures[address] = picture;
  }
  if (Object.keys(pictures).length > maxPictures) complain(1, `shows more than ${maxPictures} pictures`);
  return { pictures, faults };
}

/** Another text after every change of a file. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
}
