import type { Result } from '@castellan/foundation/result';
import { callPublicFunction, type PublicFailure } from '../../lib/public-function.ts';
import type { Shape } from '../../lib/shape.ts';

type PhoneAnswer = { readonly phone: string | undefined };

/** Written by hand: the schema library would be the largest part of this page. */
const answerShape: Shape<PhoneAnswer> = {
  safeParse: (input) => {
    if (typeof input !== 'object' || input === null) return { success: false };
    if (!('phone' in input)) return { success: true, data: { phone: undefined } };
    return typeof input.phone === 'string' ? { success: true, data: { phone: input.phone } } : { success: false };
  },
};

/** The owner's phone number for who knows the owner's full name, without one for a mismatch; fails where nobody compared the name. */
export function askForPhone(name: string): Promise<Result<PhoneAnswer, PublicFailure>> {
  return callPublicFunction('phone', { name }, answerShape);
}

/** What the dialog says of a question that was not answered: nothing in it tells whether the name was right. */
export function phoneFailureText(failure: PublicFailure): string {
  if (failure.code === 'not_answered')
    return 'No answer from the server, so the name was not checked. Check your connection and try again.';
  const { waitSeconds } = failure;
  const wait = waitSeconds < 90 ? `${waitSeconds} seconds` : `${Math.ceil(waitSeconds / 60)} minutes`;
  return `Too many attempts from here. Try again in ${wait}.`;
}
