import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArticle } from '@castellan/content/article';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import type { ForeignReads } from '../../foreign/reader.ts';
import { byMethod } from '../../functions/by-method.ts';
import type { Call } from '../../functions/call-rules.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerRead } from '../../functions/owner-function.ts';
import { readArticlePicture } from '../../writing/article-pictures.ts';
import { type ContentFolder, maxKeptBytes } from './content-folder.ts';
import { alone, answerOf, type ContentEditing, type SaveAnswer } from './content-functions.ts';
import { editableFile, pictureEndings, pictureName } from './editable-file.ts';
import { checkPicture, maxPictureText } from './picture-check.ts';
import { type SentFile, takeSentFile } from './sent-file.ts';
import { maxPictureBytes } from './uploaded-picture-reader.ts';

/** In the folder, however many articles there are. */
const maxPictures = 500;

const folderName = 'writing';

/** A larger one, which came by another way, is not sent for a preview. */
const maxPreviewBytes = 3_000_000;

type Editing = ContentEditing & { readonly reads: ForeignReads };

const unknownPicture = () => refuse(404, 'picture_unknown', 'There is no such picture beside the articles.');

/**
 * `content-pictures`, for the owner: the pictures beside the articles. GET lists them, with the articles that name each; with `?name=`
 * it answers `{ base64, type }` of one. POST `{ stem, base64 }` adds one, without what it says of its making, and answers a
 * `SaveAnswer` with its `name`; `{ remove }` takes one away that no article names, and keeps it as a version. 403
 * `verification_too_old` without a proof of the last five minutes.
 */
export function createPicturesFunction(editing: Editing): PlatformFunction {
  const { folder } = editing;
  return byMethod({
    GET: ownerRead(async ({ url }) => {
      const name = url.searchParams.get('name');
      return name === null ? answerJson({ pictures: await listPictures(folder) }) : answerBytes(folder, name);
    }),
    POST: takeSentFile(editing, {
      what: 'picture',
      maxBytes: maxPictureBytes,
      maxText: maxPictureText,
      maxBodyBytes: 3_000_000,
      add,
      remove,
    }),
  });
}

async function listPictures(folder: ContentFolder) {
  const names = (await folder.names(folderName)).filter((name) => pictureName(name)).toSorted();
  const users = await usersOf(folder);
  return Promise.all(
    names.slice(0, maxPictures).map(async (name) => {
      const read = readArticlePicture(join(folder.path, folderName), name);
      const size = 'problem' in read ? {} : { width: read.width, height: read.height };
      // One that was removed meanwhile has none.
      const bytes = (await lstat(join(folder.path, folderName, name)).catch(() => undefined))?.size ?? 0;
      return { name, bytes, ...size, articles: users.get(name) ?? [] };
    }),
  );
}

/** By the names of pictures, the articles that name them, drafts too; of a faulty article whatever it mentions. */
async function usersOf(folder: ContentFolder): Promise<ReadonlyMap<string, readonly string[]>> {
  const users = new Map<string, string[]>();
  for (const name of await folder.names(folderName)) {
    const file = editableFile(`${folderName}/${name}`);
    const { bytes } = file === undefined ? { bytes: undefined } : await folder.read(file.name, file.maxBytes);
    if (file === undefined || bytes === undefined) continue;
    const text = bytes.toString('utf8');
    const parsed = parseArticle(file.name, name, text);
    const named = parsed.ok
      ? parsed.value.named.map(({ address }) => address.replace(/^\.\//, ''))
      : [...text.matchAll(mention)].map(([all]) => all);
    for (const picture of new Set(named)) users.set(picture, [...(users.get(picture) ?? []), file.name]);
  }
  return users;
}

const mention = /[a-z0-9][a-z0-9._-]{0,99}\.(?:avif|gif|jpe?g|png|webp)/gi;

async function answerBytes(folder: ContentFolder, name: string): Promise<Response> {
  if (!pictureName(name)) return unknownPicture();
  const { bytes } = await folder.read(`${folderName}/${name}`, maxPreviewBytes);
  const read = bytes === undefined ? undefined : readArticlePicture(join(folder.path, folderName), name);
  if (bytes === undefined || read === undefined || 'problem' in read) return unknownPicture();
  return answerJson({ base64: bytes.toString('base64'), width: read.width, height: read.height });
}

async function add(editing: Editing, { stem, base64 }: SentFile, call: Call): Promise<Response> {
  const checked = await checkPicture(editing.reads, Buffer.from(base64, 'base64'), { minSide: 1, signal: call.signal });
  if ('problem' in checked) return answerJson({ outcome: 'invalid', faults: [{ field: 'picture', problem: checked.problem }] });
  const { folder } = editing;
  let name = '';
  const answer = await alone(editing, async (): Promise<SaveAnswer> => {
    const taken = new Set((await folder.names(folderName)).filter((one) => pictureName(one)).map((one) => one.toLowerCase()));
    if (taken.size >= maxPictures) {
      return {
        outcome: 'invalid',
        faults: [{ field: 'picture', problem: `would be one of more than ${maxPictures}: remove others first` }],
      };
    }
    const nameOf = (at: number) => `${stem}${at === 1 ? '' : `-${at}`}.${pictureEndings[checked.type]}`;
    let at = 1;
    while (taken.has(nameOf(at))) at += 1;
    name = nameOf(at);
    const written = await folder.write(`${folderName}/${name}`, checked.bytes, null);
    return written.ok ? { outcome: 'saved', version: written.value.version, versions: [] } : answerOf(written.failure);
  });
  if (answer.outcome !== 'saved') return answerJson(answer);
  await editing.changed({ file: `${folderName}/${name}`, version: answer.version, call });
  return answerJson({ ...answer, name });
}

async function remove(editing: Editing, name: string, call: Call): Promise<Response> {
  if (!pictureName(name)) return unknownPicture();
  const { folder } = editing;
  const file = `${folderName}/${name}`;
  const answer = await alone(editing, async (): Promise<SaveAnswer> => {
    const users = (await usersOf(folder)).get(name) ?? [];
    if (users.length > 0) return { outcome: 'invalid', faults: [{ field: 'picture', problem: `is shown by ${users.join(', ')}` }] };
    const { version } = await folder.read(file, maxKeptBytes);
    if (version === null) return { outcome: 'deleted', versions: [] };
    const removed = await folder.remove(file, version);
    return removed.ok ? { outcome: 'deleted', versions: [] } : answerOf(removed.failure);
  });
  if (answer.outcome === 'deleted') await editing.changed({ file, version: null, call });
  return answerJson(answer);
}
