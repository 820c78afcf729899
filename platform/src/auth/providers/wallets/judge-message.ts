import { fieldOf, type SignInMessage } from './sign-in-message.ts';

/** What is wrong with a message, in a sentence for people; `undefined`: it is for this site, and of now. */
export function judgeMessage(
  message: SignInMessage,
  { publicUrl, nowMs }: { readonly publicUrl: string; readonly nowMs: number },
): string | undefined {
  const site = new URL(publicUrl);
  const uri = URL.parse(fieldOf(message, 'URI') ?? '');
  if (message.domain !== site.host || uri?.origin !== site.origin || uri.username !== '' || uri.password !== '') {
    return 'Signed message is for another site';
  }
  if (message.scheme !== undefined && `${message.scheme}:` !== site.protocol) return 'Signed message is for another site';
  if (message.chain === 'ethereum' && !/^[1-9]\d{0,15}$/.test(fieldOf(message, 'Chain ID') ?? '')) return 'Signed message names no chain';
  const issued = timeOf(fieldOf(message, 'Issued At'));
  const until = fieldOf(message, 'Expiration Time');
  const from = fieldOf(message, 'Not Before');
  if (issued === undefined || issued > nowMs + toleranceMs) return 'Signed message was issued at no time, or in the future';
  if (nowMs - issued > messageLifeMs) return 'Signed message was issued too long ago';
  if (until !== undefined && !((timeOf(until) ?? 0) > nowMs)) return 'Signed message is expired';
  if (from !== undefined && !((timeOf(from) ?? Number.POSITIVE_INFINITY) <= nowMs)) return 'Signed message is not valid yet';
  return undefined;
}

/** How old a message may be, as on the hosted service. */
export const messageLifeMs = 10 * 60_000;

/** How far the clock of who signs may be ahead. */
const toleranceMs = 60_000;

/** RFC 3339 §5.6, in milliseconds. */
function timeOf(text: string | undefined): number | undefined {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/.test(text ?? '');
  const ms = isTime ? Date.parse(text ?? '') : Number.NaN;
  return Number.isFinite(ms) ? ms : undefined;
}
