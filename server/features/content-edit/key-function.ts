import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { maxKeyBytes, readPublicKey } from '../../pgp-key.ts';
import { alone, type ContentEditing, refuseUnproven } from './content-functions.ts';
import { keyName } from './editable-file.ts';
import { asFields, saveNamedFile } from './named-file.ts';

const keySchema = z.strictObject({ text: z.string().max(maxKeyBytes), expected: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * `content-key`, for the owner: POST `{ text, expected }` takes a public OpenPGP key in ASCII armour as `key.asc`, and writes its name
 * and fingerprint into `profile.json`, whose version `expected` is. What stands around the armoured block is left out. Answers a
 * `SaveAnswer` of that file; 403 `verification_too_old` without a proof of the last five minutes.
 */
export function createKeyFunction(editing: ContentEditing): PlatformFunction {
  return ownerFunction({
    body: keySchema,
    expects: `The body must be JSON with text, a public key of at most ${maxKeyBytes} characters, and expected.`,
    limit: createAttemptWindow(editing.clock, { limit: 10, windowMs: 60_000, capacity: 1 }),
    maxAtOnce: 1,
    // JSON writes a line break as two characters.
    maxBodyBytes: 2 * maxKeyBytes,
    run: async ({ text, expected }, call) => {
      if (!(await editing.isProvenLately(call))) return refuseUnproven();
      const key = readPublicKey(text);
      if ('holds' in key) return answerJson({ outcome: 'invalid', faults: [{ field: 'key', problem: `is a text ${key.holds}` }] });
      const { fingerprint, armoured } = key;
      const answer = await alone(editing, () =>
        saveNamedFile(editing.folder, {
          bytes: Buffer.from(armoured, 'utf8'),
          name: keyName,
          expected,
          naming: ({ pgp }) => ({ pgp: { ...asFields(pgp), fingerprint, file: keyName } }),
          meanwhile: ({ pgp }) => {
            const { file, ...without } = asFields(pgp);
            return file === keyName && without['fingerprint'] !== fingerprint ? { pgp: without } : undefined;
          },
        }),
      );
      if (answer.outcome === 'saved') await editing.changed({ file: keyName, version: answer.version, call });
      return answerJson(answer);
    },
  });
}
