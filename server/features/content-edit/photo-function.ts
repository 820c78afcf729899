import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { ForeignReads } from '../../foreign/reader.ts';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { alone, type ContentEditing, refuseUnproven } from './content-functions.ts';
import { photoNames } from './editable-file.ts';
import { saveNamedFile } from './named-file.ts';
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
      const answer = await alone(editing, () => saveNamedFile(editing.folder, { bytes, name, expected, naming: () => ({ photo: name }) }));
      if (answer.outcome === 'saved') await editing.changed({ file: name, version: answer.version, call });
      return answerJson(answer);
    },
  });
}
