import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { privateContactExample } from './content-examples.ts';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, parseContentFile } from './content-file.ts';

const privateContactSchema = z.strictObject({
  /** What a visitor must type to see the number; letter case does not count. */
  fullName: contentLine,
  phone: z.string().check(z.trim(), z.regex(/^\+?[0-9][0-9 ()./-]{4,29}$/, 'must be a telephone number such as "+36 1 555 0199"')),
});

/** What only the server reads, from `private.json`; no page may be made from it. */
export type PrivateContact = Readonly<z.infer<typeof privateContactSchema>>;

/** The private contact that a content file holds, or everything that is wrong with it. */
export function parsePrivateContact(fileName: string, text: string): Result<PrivateContact, ContentFailure> {
  return parseContentFile(privateContactSchema, privateContactExample, fileName, text);
}

/** A name in the form in which a typed one and the owner’s are compared: letter case and outer spaces do not count. */
export function comparableName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
