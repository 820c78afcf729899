import type { ContentFault } from '@castellan/content/content-failure';
import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { byMethod } from '../../functions/by-method.ts';
import type { Call } from '../../functions/call-rules.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import { checkContent } from './check-content.ts';
import type { ContentFolder, KeptVersion, WriteFailure } from './content-folder.ts';
import { type EditableFile, editableFile, textFile } from './editable-file.ts';
import type { LockFailure } from './folder-lock.ts';
import { namedBy } from './named-by.ts';

/** What the functions are made over. */
export type ContentEditing = {
  readonly folder: ContentFolder;
  readonly clock: Clock;
  /** Whether the folder is the sample's own, which came with the program. */
  readonly isSample: boolean;
  readonly isProvenLately: (call: Call) => Promise<boolean>;
  /** Runs work while nobody else writes the content through a server. */
  readonly underLock: <Value>(work: () => Promise<Value>) => Promise<Result<Value, LockFailure>>;
  /** A file was exchanged, or is gone where `version` is `null`. */
  readonly changed: (change: { readonly file: string; readonly version: string | null; readonly call: Call }) => Promise<void>;
};

/**
 * What came of a save.
 * - `saved`: `version` lies on the disk.
 * - `deleted`: the file is gone, and is the newest of its versions.
 * - `invalid`: the site could not be made from it; nothing was written.
 * - `changed`: the file is another one than the edit began with; `text` is what lies there, and nothing was written.
 * - `not_writable`: the folder may not be written; `reason` is the system's code.
 * - `busy`: another server was writing all the time; nothing was written.
 */
export type SaveAnswer =
  | { readonly outcome: 'saved'; readonly version: string; readonly versions: readonly KeptVersion[] }
  | { readonly outcome: 'deleted'; readonly versions: readonly KeptVersion[] }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'invalid'; readonly faults: readonly ContentFault[] }
  | { readonly outcome: 'changed'; readonly version: string | null; readonly text: string }
  | { readonly outcome: 'not_writable'; readonly reason: string };

const limit = { limit: 60, windowMs: 60_000, capacity: 1 };

/** The longest file, with the room that JSON takes for its signs. */
const maxBodyBytes = 1_000_000;

/** In each of the two folders: of more articles the site shows none either. */
const maxFiles = 500;

/** A file with more is not the one that was meant. */
const maxFaults = 200;

const versionSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable();

const savedSchema = z.strictObject({ name: z.string().max(100), text: z.string().max(400_000).nullable(), expected: versionSchema });

const unknownFile = () => refuse(404, 'content_unknown', 'The content has no such file that is edited here.');

/** A session whose last proof is too old, in the database's own words for it. */
export const refuseUnproven = () => refuse(403, 'verification_too_old', 'Nothing that counts was verified within the last five minutes.');

/**
 * `content-files`, for the owner: GET lists the files that can be edited, with the folder and whether it can be written, and the texts
 * that were deleted and can be brought back.
 */
export function createContentListFunction({ folder, isSample }: Pick<ContentEditing, 'folder' | 'isSample'>): PlatformFunction {
  return ownerRead(async () => {
    const [top, writing, keptTop, keptWriting, isWritable] = await Promise.all([
      folder.names(''),
      folder.names('writing'),
      folder.keptNames(''),
      folder.keptNames('writing'),
      folder.isWritable(),
    ]);
    const files = editableOf(top, writing);
    const present = new Set(files.map(({ name }) => name));
    const deleted = editableOf(keptTop, keptWriting).filter(({ name, kind }) => isText(kind) && !present.has(name));
    return answerJson({ folder: folder.path, isWritable, isSample, files, deleted: deleted.slice(0, maxFiles) });
  });
}

function editableOf(top: readonly string[], writing: readonly string[]): readonly Pick<EditableFile, 'name' | 'kind'>[] {
  const names = [...top, ...writing.map((name) => `writing/${name}`)].toSorted();
  return names.flatMap((name) => editableFile(name) ?? []).map(({ name, kind }) => ({ name, kind }));
}

/**
 * `content-file`, for the owner. GET `?name=` answers `{ text, version, versions }`, `text` null where there is no such file yet, of
 * `key.asc` too; with `&kept=` the text of a version that was replaced. POST `{ name, text, expected }` saves it and answers a `SaveAnswer`; `text` null
 * deletes an article or a case study. 403 `verification_too_old` without a proof of the last five minutes.
 */
export function createContentFileFunction(editing: ContentEditing): PlatformFunction {
  const { folder, clock } = editing;
  return byMethod({
    GET: ownerRead(async ({ url }) => {
      const file = textFile(url.searchParams.get('name') ?? '');
      if (file === undefined) return unknownFile();
      const kept = url.searchParams.get('kept');
      if (kept !== null) {
        const bytes = await folder.readVersion(file.name, kept);
        return bytes === undefined ? unknownFile() : answerJson({ text: textOf(bytes) });
      }
      const { bytes, version } = await folder.read(file.name, file.maxBytes);
      return answerJson({ text: bytes === undefined ? null : textOf(bytes), version, versions: await folder.versions(file.name) });
    }),
    POST: ownerFunction({
      body: savedSchema,
      expects: 'The body must be JSON with name, text and expected, the version that the edit began with.',
      limit: createAttemptWindow(clock, limit),
      // Each is a process while it waits for the others.
      maxAtOnce: 2,
      maxBodyBytes,
      run: async ({ name, text, expected }, call) => {
        const file = editableFile(name);
        if (file === undefined) return unknownFile();
        if (!(await editing.isProvenLately(call))) return refuseUnproven();
        if (text !== null) return answerJson(await save(editing, { file, text, expected, call }));
        // The site is not without its other files.
        if (!isText(file.kind) || expected === null) return unknownFile();
        return answerJson(await takeAway(editing, { file, expected, call }));
      },
    }),
  });
}

type Save = { readonly file: EditableFile; readonly text: string; readonly expected: string | null; readonly call: Call };

async function save(editing: ContentEditing, { file, text, expected, call }: Save): Promise<SaveAnswer> {
  const { folder, changed } = editing;
  const bytes = Buffer.from(text, 'utf8');
  const tooLong = { field: undefined, problem: `has ${bytes.length} bytes, and at most ${file.maxBytes} are taken` };
  if (bytes.length > file.maxBytes) return { outcome: 'invalid', faults: [tooLong] };
  // What one file says of another is judged while neither is written.
  const answer = await alone(editing, async () => {
    const faults = [...(await faultsOfNumber(folder, file, expected)), ...checkContent(folder.path, file, text)];
    if (faults.length > 0) return { outcome: 'invalid', faults: faults.slice(0, maxFaults) };
    const written = await folder.write(file.name, bytes, expected);
    if (!written.ok) return answerOf(written.failure);
    return { outcome: 'saved', version: written.value.version, versions: await folder.versions(file.name) };
  });
  if (answer.outcome === 'saved' && answer.version !== expected) await changed({ file: file.name, version: answer.version, call });
  return answer;
}

async function takeAway(
  editing: ContentEditing,
  { file, expected, call }: { readonly file: EditableFile; readonly expected: string; readonly call: Call },
): Promise<SaveAnswer> {
  const { folder, changed } = editing;
  const answer = await alone(editing, async () => {
    const faults = await namedBy(folder, file);
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const removed = await folder.remove(file.name, expected);
    if (!removed.ok) return answerOf(removed.failure);
    return { outcome: 'deleted', versions: await folder.versions(file.name) };
  });
  if (answer.outcome === 'deleted') await changed({ file: file.name, version: null, call });
  return answer;
}

/** Saves while nobody else writes the folder. */
export async function alone({ underLock }: Pick<ContentEditing, 'underLock'>, work: () => Promise<SaveAnswer>): Promise<SaveAnswer> {
  const done = await underLock(work);
  if (done.ok) return done.value;
  return done.failure.code === 'busy' ? { outcome: 'busy' } : { outcome: 'not_writable', reason: done.failure.reason };
}

/** A new file where there are too many: each is read again and again, and its earlier states lie on the disk. */
async function faultsOfNumber(folder: ContentFolder, file: EditableFile, expected: string | null): Promise<readonly ContentFault[]> {
  if (expected !== null) return [];
  const isArticle = file.kind === 'article';
  const names = await folder.names(isArticle ? 'writing' : '');
  const count = names.filter((name) => editableFile(isArticle ? `writing/${name}` : name) !== undefined).length;
  return count < maxFiles ? [] : [{ field: undefined, problem: `would be one of more than ${maxFiles} files, and no more are made here` }];
}

/** A refused write, as it is answered. */
export function answerOf(failure: WriteFailure): SaveAnswer {
  if (failure.code === 'not_writable') return { outcome: 'not_writable', reason: failure.reason };
  const { bytes, version } = failure.now;
  return { outcome: 'changed', version, text: bytes === undefined ? '' : textOf(bytes) };
}

const isText = (kind: EditableFile['kind']) => kind === 'article' || kind === 'case-study';

const textOf = (bytes: Buffer) => bytes.toString('utf8');
