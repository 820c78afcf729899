import { parseProfile } from '@castellan/content/profile';
import { parseJson } from '@castellan/foundation/parse-json';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { ForeignReads } from '../../foreign/reader.ts';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { type ContentFolder, maxKeptBytes } from './content-folder.ts';
import { alone, answerOf, type ContentEditing, refuseUnproven, type SaveAnswer } from './content-functions.ts';
import { photoNames } from './editable-file.ts';
import { checkPicture, maxPictureText } from './picture-check.ts';
import { maxPictureBytes } from './uploaded-picture-reader.ts';

const minSide = 64;

const photoSchema = z.strictObject({
  /** What is no base64 makes no picture. */
  base64: z.string().max(maxPictureText),
  expected: z.string().regex(/^[0-9a-f]{64}$/),
});

type Editing = ContentEditing & { readonly reads: ForeignReads };

/**
 * `content-photo`, for the owner: POST `{ base64, expected }` takes a picture as the photo and names it in `profile.json`, whose
 * version `expected` is. Answers a `SaveAnswer` of that file; 403 `verification_too_old` without a proof of the last five minutes.
 */
export function createPhotoFunction(editing: Editing): PlatformFunction {
  return ownerFunction({
    body: photoSchema,
    expects: `The body must be JSON with base64, a picture of at most ${maxPictureBytes} bytes, and expected.`,
    limit: createAttemptWindow(editing.clock, { limit: 10, windowMs: 60_000, capacity: 1 }),
    maxAtOnce: 1,
    maxBodyBytes: 3_000_000,
    run: async ({ base64, expected }, call) => {
      if (!(await editing.isProvenLately(call))) return refuseUnproven();
      const judged = await checkPicture(editing.reads, Buffer.from(base64, 'base64'), { minSide, signal: call.signal });
      if ('problem' in judged) return answerJson({ outcome: 'invalid', faults: [{ field: 'photo', problem: judged.problem }] });
      const { bytes } = judged;
      const name = photoNames[judged.type];
      const answer = await alone(editing, () => save(editing.folder, { bytes, name, expected }));
      if (answer.outcome === 'saved') await editing.changed({ file: name, version: answer.version, call });
      return answerJson(answer);
    },
  });
}

type Save = { readonly bytes: Buffer; readonly name: string; readonly expected: string };

async function save(folder: ContentFolder, { bytes, name, expected }: Save): Promise<SaveAnswer> {
  const file = 'profile.json';
  const before = await folder.read(file, maxKeptBytes);
  if (before.version !== expected) return answerOf({ code: 'changed', now: before });
  const text = `${JSON.stringify({ ...objectOf(before.bytes), photo: name }, null, 2)}\n`;
  const parsed = parseProfile(file, text);
  if (!parsed.ok) return { outcome: 'invalid', faults: parsed.failure.faults };
  // The picture first: a profile never names one that is not there.
  const picture = await folder.write(name, bytes, (await folder.read(name, maxKeptBytes)).version);
  if (!picture.ok) return answerOf(picture.failure.code === 'changed' ? { code: 'changed', now: before } : picture.failure);
  const written = await folder.write(file, Buffer.from(text), expected);
  if (!written.ok) return answerOf(written.failure);
  return { outcome: 'saved', version: written.value.version, versions: await folder.versions(file) };
}

function objectOf(bytes: Buffer): object {
  const value = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  return typeof value === 'object' && value !== null ? value : {};
}
