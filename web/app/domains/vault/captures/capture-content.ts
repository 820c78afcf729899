import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isDay } from '@castellan/money/day';
import * as z from 'zod/mini';
import type { CapturedThing } from '../contract/vault-drafts.ts';
import { captureLimits } from './capture-limits.ts';

/** Before the year 10000, in milliseconds: what is later is no date that can be written. */
const endOfTimeMs = 253_402_300_800_000;

const words = (longest: number) => z.string().check(z.maxLength(longest));
const said = (longest: number) => words(longest).check(z.regex(/\S/));
/** One line without control characters. */
const line = (longest: number) => words(longest).check(z.regex(/^\P{Cc}*$/u));
const day = z.string().check(z.refine(isDay));

const thing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), text: said(captureLimits.characters) }),
  z.object({ kind: z.literal('task'), text: line(captureLimits.line).check(z.regex(/\S/)) }),
  z.object({ kind: z.literal('habit'), text: line(captureLimits.line).check(z.regex(/\S/)), day }),
  z
    .object({ kind: z.literal('expense'), amount: line(40), text: line(captureLimits.line), day })
    .check(z.refine(({ amount, text }) => /\S/.test(amount + text))),
  z.object({
    kind: z.literal('health'),
    measure: line(80),
    text: line(captureLimits.line).check(z.regex(/\S/)),
    day,
    time: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)),
  }),
]);

const contentSchema = z.object({ thing, device: z.string().check(z.regex(/^\P{Cc}{1,80}$/u)) });

/** What a capture seals: a note as `{ note, device }`, which older releases read too, and everything else as `{ thing, device }`. */
export type CaptureContent = { readonly thing: CapturedThing; readonly device: string };

/** The content as it is sealed. */
export function contentToSeal({ thing: { kind, ...rest }, device }: CaptureContent): unknown {
  return kind === 'note' ? { note: rest.text, device } : { thing: { kind, ...rest }, device };
}

/**
 * Reads what a capture holds, and claims as its moment. Whoever can write into the browser's storage can seal one: it is read as
 * strictly as a file. The device's name stands in one line of its own. `undefined`: it is no capture.
 */
export function parseCapture(value: unknown, keptAtMs: number): CaptureContent | undefined {
  if (typeof value !== 'object' || value === null || !(keptAtMs > 0 && keptAtMs < endOfTimeMs)) return undefined;
  const content = 'note' in value ? { ...value, thing: { kind: 'note', text: value.note } } : value;
  return contentSchema.safeParse(content).data;
}

/** The thing without spaces around its words, where that may be captured; otherwise why not. */
export function readThing(
  typed: CapturedThing,
): Result<CapturedThing, { readonly code: 'empty' | 'too_long' | 'line_too_long' | 'not_a_line' }> {
  const text = typed.text.trim();
  const given = typed.kind === 'expense' ? { ...typed, text, amount: typed.amount.trim() } : { ...typed, text };
  if (text === '' && (given.kind !== 'expense' || given.amount === '')) return fail({ code: 'empty' });
  if (given.kind === 'note' && text.length > captureLimits.characters) return fail({ code: 'too_long' });
  if (given.kind !== 'note' && text.length > captureLimits.line) return fail({ code: 'line_too_long' });
  const read = thing.safeParse(given);
  return read.success ? succeed(read.data) : fail({ code: 'not_a_line' });
}
