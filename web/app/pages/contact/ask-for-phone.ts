import type { Shape } from '../../lib/backend.ts';
import { callPublicFunction } from '../../lib/public-function.ts';

/** Written by hand: the schema library would be the largest part of this page. */
const answerShape: Shape<{ readonly phone: string | undefined }> = {
  safeParse: (input) => {
    if (typeof input !== 'object' || input === null) return { success: false };
    if (!('phone' in input)) return { success: true, data: { phone: undefined } };
    return typeof input.phone === 'string' ? { success: true, data: { phone: input.phone } } : { success: false };
  },
};

/** The owner's phone number for who knows the owner's full name; `undefined` for a mismatch, a refusal and a failure alike. */
export async function askForPhone(name: string): Promise<string | undefined> {
  const answer = await callPublicFunction('phone', { name }, answerShape);
  return answer.ok ? answer.value.phone : undefined;
}
