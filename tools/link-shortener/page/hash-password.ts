import * as z from 'zod/mini';
import { callFunction } from '../../../web/app/lib/backend.ts';

/** Has the server hash the password of a link, as its column takes it. Fails with the codes of every call. */
export function hashPassword(password: string) {
  return callFunction('short-link-password', { password }, z.object({ hash: z.string() }));
}
