import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type ContentFailure, describeIssue } from './content-failure.ts';

const line = z.string().trim().min(1).max(120);

const profileSchema = z.strictObject({
  /** As the owner signs: heading, footer, titles. */
  name: line,
  /** For the machine-readable lines, where the family name comes first. */
  givenNames: line,
  familyName: line,
  /** Stands in the circle where there is no photo. */
  initials: z.string().trim().min(1).max(3),
  /** The file name of a square picture beside this file, such as `portrait.avif`. */
  photo: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]*\.(?:avif|webp|png|jpe?g)$/i,
      'must be the file name of an .avif, .webp, .png or .jpg picture beside this file',
    )
    .optional(),
  /** Where the Blog links lead. */
  blogUrl: z.url({ protocol: /^https?$/, error: 'must be a web address such as "https://blog.example"' }),
  copyrightYear: z.int().min(1970).max(9999),
  /** The owner's own, by its IANA name, such as `Europe/Budapest`. */
  timeZone: z.string().refine(isTimeZone, { error: 'must be a time zone such as "Europe/Budapest"' }),
});

/** Who the site is about: everything personal that the pages say, read from `profile.json`. */
export type Profile = Readonly<z.infer<typeof profileSchema>>;

/**
 * The profile that a content file holds, or the first thing that is wrong with it.
 * `fileName` is only repeated in the failure. Unknown fields are refused, so that a misspelt one is found.
 */
export function parseProfile(fileName: string, text: string): Result<Profile, ContentFailure> {
  const json = parseJson(text);
  if (!json.ok) return fail({ code: 'content_not_json', file: fileName, field: undefined, problem: json.failure.problem });
  const parsed = profileSchema.safeParse(json.value, { reportInput: true });
  if (parsed.success) return succeed(parsed.data);
  return fail({ code: 'content_invalid', file: fileName, ...describeIssue(parsed.error) });
}

function parseJson(text: string): Result<unknown, { readonly code: 'not_json'; readonly problem: string }> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return succeed(value);
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return fail({ code: 'not_json', problem: `is not valid JSON: ${detail}` });
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
