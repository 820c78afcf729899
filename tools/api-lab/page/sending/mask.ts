import type { Answer, Hop, SendFailure } from './sender.ts';
import { latinOf, spellingsOf, toLatin } from './spellings.ts';

/** What stands in the place of a value that came from the vault. */
export const maskText = '[from the vault]';

/** Takes values out of what came back. */
export type Mask = { readonly text: (text: string) => string; readonly answer: <Got extends Answer | SendFailure>(answer: Got) => Got };

/** Nothing is secret. */
export const noMask: Mask = { text: (text) => text, answer: (answer) => answer };

/**
 * Masks values as they are and in every spelling of `spellingsOf`; in JSON, also within texts that are JSON themselves, whichever of
 * their signs are spelled by codes. What a server makes of a value otherwise, nobody can know.
 */
export function createMask(values: readonly string[]): Mask {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return noMask;
  const spelled = [...new Set(given.flatMap(spellingsOf))].sort((one, other) => other.length - one.length);
  const inText = formOf(spelled);
  const inBytes = formOf(spelled.map(toLatin));
  const text = (content: string) => content.replaceAll(inText, maskText);
  const pairs = (headers: Answer['headers']) => headers.map(([name, value]) => [text(name), text(value)] as const);
  const hopsOf = (hops: readonly Hop[]) => hops.map((hop) => ({ ...hop, url: text(hop.url), headers: pairs(hop.headers) }));
  // JSON first: the spelling of a value in shallower JSON may be a part of it in deeper JSON, which would be cut apart.
  const bytes = (body: Uint8Array): Uint8Array => {
    const read = maskJson(body, text);
    const latin = latinOf(read);
    const masked = latin.replaceAll(inBytes, maskText);
    return masked === latin ? read : Uint8Array.from(masked, (sign) => sign.charCodeAt(0));
  };
  return {
    text,
    answer: (answer) => ({
      ...answer,
      ...(answer.hops === undefined ? {} : { hops: hopsOf(answer.hops) }),
      ...(answer.kind === 'answer' && answer.notFollowed !== undefined ? { notFollowed: text(answer.notFollowed) } : {}),
      ...(answer.kind === 'answer' ? { url: text(answer.url), headers: pairs(answer.headers), body: bytes(answer.body) } : {}),
    }),
  };
}

/** JSON may spell any sign as `\\u0041`: it is spelled again, and left as it is where that hides nothing. */
function maskJson(body: Uint8Array, mask: (text: string) => string): Uint8Array {
  const spelled = new TextDecoder().decode(body);
  const masked = maskInJson(spelled, mask, mostWithin);
  return masked === spelled ? body : new TextEncoder().encode(masked);
}

/** Texts within texts that are read: what an echo of an echo is. */
const mostWithin = 8;

/** Masks a text that is JSON, and the texts in it that are JSON again. What is not is given back as it is. */
function maskInJson(spelled: string, mask: (text: string) => string, within: number): string {
  if (within === 0 || !spelled.includes('\\')) return spelled;
  try {
    const value: unknown = JSON.parse(spelled);
    const plain = JSON.stringify(value);
    const masked = JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' ? mask(maskInJson(member, mask, within - 1)) : member,
    );
    const whole = mask(masked ?? plain);
    return whole === plain ? spelled : whole;
  } catch {
    return spelled;
  }
}

function formOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|'), 'g');
}
