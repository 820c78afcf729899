import { createHmac } from 'node:crypto';
import { parseBase32 } from '@castellan/foundation/base32';
import { findTotpStep } from '@castellan/foundation/totp';

/** The 30-second step whose code was typed, the present one or one either side; `undefined` where the code is wrong. */
export async function findTypedStep(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const key = parseBase32(secret);
  if (key === undefined) throw new Error('A stored authenticator secret is not base32.');
  return findTotpStep(key, code.replace(/\s/g, ''), nowMs, async (hmacKey, message) =>
    createHmac('sha1', hmacKey).update(message).digest(),
  );
}
