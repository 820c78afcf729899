import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { wishesExample } from './content-examples.ts';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, parseContentFile, webAddress } from './content-file.ts';

const wishSchema = z
  .strictObject({
    /** Names the wish for good: a wish with a known key is never put into the list again. */
    key: z
      .string()
      .check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a short name such as "brass-lamp", in small letters'), z.maxLength(60)),
    title: contentLine,
    url: z.optional(webAddress.check(z.maxLength(2048))),
    /** In the currency’s smallest unit, such as cents. */
    priceMinor: z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000_000))),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency such as "EUR"'))),
    /** 1 is the dearest wish. */
    priority: z._default(z.int().check(z.minimum(1), z.maximum(3)), 2),
    category: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    note: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(400))),
    quantity: z._default(z.int().check(z.minimum(1), z.maximum(99)), 1),
  })
  .check(
    z.refine((wish) => (wish.priceMinor === undefined) === (wish.currency === undefined), {
      error: 'must stand beside priceMinor, or neither of them',
      path: ['currency'],
    }),
  );

const wishesSchema = z.strictObject({
  wishes: z.array(wishSchema).check(
    z.maxLength(100),
    z.superRefine((wishes, context) => {
      const known = new Set<string>();
      for (const [index, { key }] of wishes.entries()) {
        if (known.has(key)) context.addIssue({ code: 'custom', message: 'must not name two wishes', path: [index, 'key'] });
        known.add(key);
      }
    }),
  ),
});

/** The first wishes, read from `wishes.json`; afterwards the list lives in the database. */
export type Wishes = Readonly<z.infer<typeof wishesSchema>>['wishes'];

/** The wishes that a content file holds, or everything that is wrong with them. */
export function parseWishes(fileName: string, text: string): Result<Wishes, ContentFailure> {
  const parsed = parseContentFile(wishesSchema, wishesExample, fileName, text);
  return parsed.ok ? { ok: true, value: parsed.value.wishes } : parsed;
}
