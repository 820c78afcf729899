import { decodeText } from '../../exchange/decode-text.ts';
import { cutFile, isCutJson, tableEnd } from '../../exchange/file-ends.ts';
import { damagedZip, readZip } from '../../exchange/read-zip.ts';
import type { MediaKind } from '../media.ts';
import type { MediaFile } from './media-file.ts';
import { readMediaTable } from './media-table.ts';
import { readOwnJson } from './own-json.ts';
import { type MediaPlan, type Present, planMedia } from './plan-media.ts';
import { readGoodreads, readStoryGraph } from './read-books.ts';
import { readImdb } from './read-imdb.ts';
import { readLetterboxd } from './read-letterboxd.ts';
import type { NamedText } from './read-letterboxd-list.ts';
import { readTrakt } from './read-trakt.ts';

/** Bytes of a file, and of what an archive unpacks to: an export of ten thousand films has two million. */
const largestMediaFile = 10 * 1024 * 1024;

const mostFilesOfArchive = 2_000;

/** What the server takes as a whole or not at all. */
const mostEdits = 10_000;
const tooMany = 'It would add or change more than 10,000 titles and days at once. Cut the file in two and import one after the other.';

/** What was found in a file, or why it was not read. */
export type MediaReading = { readonly form: string; readonly plan: MediaPlan } | { readonly fault: string };

/** How a page wants files: what it holds, and what it calls that. */
export type Wanted = { readonly kinds: readonly MediaKind[]; readonly elsewhere: string };

/** A file, what it is compared with, and what the page holds. */
export type GivenMediaFile = {
  readonly file: Blob;
  readonly name: string;
  readonly present: Present;
  readonly wanted: Wanted;
  readonly now: Date;
};

/** Reads the bytes of a file of any known service, and compares it with what is there. Nothing is written. */
export function readMediaFile(name: string, bytes: Uint8Array, present: Present, wanted: Wanted, now: Date): MediaReading {
  const opened = openFile(name, bytes);
  if ('fault' in opened) return opened;
  const file = recognise(opened.files);
  const end = opened.isArchive ? [] : endOf(opened.files[0]?.text ?? '', file !== undefined);
  if (end === 'cut') return { fault: cutFile };
  if (file === undefined) return { fault: `${name} is not a file that can be read here.` };
  if (!file.kinds.some((kind) => wanted.kinds.includes(kind))) return { fault: `This is a file of ${file.label}: ${wanted.elsewhere}` };
  const plan = planMedia(onlyOf(file, wanted.kinds), present, now);
  if (plan.edits.length > mostEdits) return { fault: tooMany };
  return { form: `${file.label}, ${opened.form}`, plan: { ...plan, partial: [...plan.partial, ...end] } };
}

/** How a file ends that is no archive; what is neither JSON nor a table we know is none that was cut. */
function endOf(text: string, isKnown: boolean): ReturnType<typeof tableEnd> {
  if (/^\s*[{[]/.test(text)) return isCutJson(text) ? 'cut' : [];
  return isKnown ? tableEnd(text) : [];
}

/** Recognises a file by its columns, and an archive by the files in it. */
function recognise(files: readonly NamedText[]): MediaFile | undefined {
  const several = readLetterboxd(files) ?? readTrakt(files);
  if (several !== undefined || files.length !== 1) return several;
  const [{ text } = { text: '' }] = files;
  const own = readOwnJson(text);
  if (own !== undefined) return own;
  const table = readMediaTable(text);
  return readGoodreads(table) ?? readStoryGraph(table) ?? readImdb(table);
}

type Opened = { readonly files: readonly NamedText[]; readonly form: string; readonly isArchive: boolean } | { readonly fault: string };

function openFile(name: string, bytes: Uint8Array): Opened {
  if (bytes.length > largestMediaFile) return { fault: 'The file is larger than 10 MB.' };
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isArchive) return openArchive(name, bytes);
  const { text, encoding } = decodeText(bytes);
  return { files: [{ name, text }], form: encoding.toUpperCase(), isArchive };
}

/** Unpacks the tables and lists of an archive. What it says of its sizes is not believed. */
function openArchive(name: string, bytes: Uint8Array): Opened {
  const isTable = (path: string) => /\.(?:csv|json)$/i.test(path) && !path.includes('__MACOSX/');
  const unpacked = readZip(bytes, isTable, { files: mostFilesOfArchive, bytes: largestMediaFile });
  if (!unpacked.ok) {
    return unpacked.failure.code === 'too_large'
      ? { fault: 'The archive unpacks to more than 10 MB. Import its files one after the other.' }
      : { fault: `${name} ${damagedZip}` };
  }
  const files = unpacked.value.map(({ path, bytes: content }) => ({ name: path, text: decodeText(content).text }));
  return { files, form: `${files.length} files of an archive`, isArchive: true };
}

/** A file of films and shows gives a page what it holds; the rest is named. */
function onlyOf(file: MediaFile, kinds: readonly MediaKind[]): MediaFile {
  const items = file.items.filter(({ draft }) => kinds.includes(draft.kind));
  if (items.length === file.items.length) return file;
  const keys = new Set(items.map(({ key }) => key));
  const others = file.items.filter(({ key }) => !keys.has(key));
  return {
    ...file,
    items,
    entries: file.entries.filter(({ itemKey }) => keys.has(itemKey)),
    rejected: [...file.rejected, ...others.map(({ line, draft }) => ({ line, text: draft.title, reason: `It is a ${draft.kind}.` }))],
  };
}
