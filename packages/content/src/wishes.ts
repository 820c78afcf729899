import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import { wishesExample } from './content-examples.ts';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, parseContentFile, webAddress } from './content-file.ts';

const wishSchema = z
  .strictObject({
    /** Names the wish for good: a wish with a known key is never put into the list again. */
    key: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a short name such as "brass-lamp", in small letters')
      .max(60),
    title: contentLine,
    url: webAddress.max(2048).optional(),
    /** In the currency’s smallest unit, such as cents. */
    priceMinor: z.int().min(0).max(100_000_000_000).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency such as "EUR"')
      .optional(),
    /** 1 is the dearest wish. */
    priority: z.int().min(1).max(3).default(2),
    category: z.string().trim().min(1).max(40),
    note: z.string().trim().min(1).max(400).optional(),
    quantity: z.int().min(1).max(99).default(1),
  })
  .refine((wish) => (wish.priceMinor === undefined) === (wish.currency === undefined), {
    error: 'must stand beside priceMinor, or neither of them',
    path: ['currency'],
  });

const wishesSchema = z.strictObject({
  wishes: z
    .array(wishSchema)
    .max(100)
    .superRefine((wishes, context) => {
      const known = new Set<string>();
      for (const [index, { key }] of wishes.entries()) {
        if (known.has(key)) context.addIssue({ code: 'custom', message: 'must not name two wishes', path: [index, 'key'] });
        known.add(key);
      }
    }),
});

/** The first wishes, read from `wishes.json`; afterwards the list lives in the database. */
export type Wishes = Readonly<z.infer<typeof wishesSchema>>['wishes'];

/** The wishes that a content file holds, or everything that is wrong with them. */
export function parseWishes(fileName: string, text: string): Result<Wishes, ContentFailure> {
  const parsed = parseContentFile(wishesSchema, wishesExample, fileName, text);
  return parsed.ok ? { ok: true, value: parsed.value.wishes } : parsed;
}
