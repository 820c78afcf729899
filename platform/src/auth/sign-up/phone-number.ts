import { succeed } from '@castellan/foundation/result';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { AuthTools, PhoneWays } from '../auth-tools.ts';

/** A number as it is stored (E.164 without the plus sign), or `undefined` where it is none. It may be typed with plus sign and spaces. */
export function parsePhone(typed: string): string | undefined {
  const number = typed.replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9]\d{1,14}$/.test(number) ? number : undefined;
}

/** A number with who sends codes to it; the refusal in `words` where nobody does. */
export function readPhone(
  { otherWays }: Pick<AuthTools, 'otherWays'>,
  typed: string,
  words: string,
): Outcome<{ readonly phone: string; readonly phones: PhoneWays }> {
  const phones = otherWays?.phones;
  if (phones === undefined) return refuse(422, 'phone_provider_disabled', words);
  const phone = parsePhone(typed);
  return phone === undefined
    ? refuse(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
    : succeed({ phone, phones });
}
