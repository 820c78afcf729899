import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { profileExample } from './content-examples.ts';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, contentParagraph, parseContentFile, webAddress } from './content-file.ts';

/** The kit's inks, by name: each has a shade for either theme. */
export const inkNames = ['copper', 'verdigris', 'ultramarine', 'amber', 'carmine'] as const;

const ink = z.enum(inkNames, { error: `must be one of the inks ${inkNames.map((name) => `"${name}"`).join(', ')}` });

const linkInkSchema = z.strictObject({
  /** The two inks that the band of the card goes from and to. */
  gradient: z.readonly(z.tuple([ink, ink])),
  /** The ink of the second print beneath it. */
  shadow: ink,
});

/** In what colours the card of a social link is printed. */
export type LinkInk = Readonly<z.infer<typeof linkInkSchema>>;

type BirthdayField = { readonly month: number; readonly day: number; readonly isDefault?: true };

const profileSchema = z.strictObject({
  /** As the owner signs: heading, footer, titles. */
  name: contentLine,
  /** For the machine-readable lines, where the family name comes first. */
  givenNames: contentLine,
  familyName: contentLine,
  /** Shown where there is no photo. */
  initials: z.string().check(z.trim(), z.minLength(1), z.maxLength(3)),
  /** The file name of a square picture beside this file, such as `portrait.avif`. */
  photo: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z0-9][a-z0-9._-]*\.(?:avif|webp|png|jpe?g)$/i,
          'must be the file name of an .avif, .webp, .png or .jpg picture beside this file',
        ),
      ),
  ),
  /** Where the Blog links lead; without it they lead to the articles of this site, where there are some. */
  blogUrl: z.optional(webAddress),
  /** The blog's RSS or Atom feed, whose newest posts the home page shows; without it none are shown. Own articles stand in their place where `blogUrl` is not given. */
  blogFeedUrl: z.optional(webAddress.check(z.maxLength(2048, 'must not be longer than 2048 characters'))),
  /** The owner's business, which the dashboard's Super Apps lead to; without it they have no such card. */
  businessUrl: z.optional(webAddress),
  /** The About section, a paragraph each; the first is set larger. */
  about: z
    .array(contentParagraph)
    .check(z.minLength(1, 'must hold at least one paragraph'), z.maxLength(4, 'must hold at most four paragraphs')),
  /** The address that the contact page copies and the home page's letter goes to; without it neither is there. */
  email: z.optional(z.email('must be an e-mail address such as "you@example.org"').check(z.maxLength(254))),
  /** Whether, or from when, the owner can be hired, such as `Open to new work from March`; without it nothing is said. */
  availability: z.optional(contentLine),
  /** Where a weakness of the site is reported: an e-mail or web address, published in `security.txt`. */
  securityContact: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/,
          'must be an address such as "mailto:security@example.org" or "https://example.org/report"',
        ),
      ),
  ),
  /** What the owner is best at, in two or three words; without it the job title of the resume stands there. */
  specialty: z.optional(contentLine),
  /** The key that mail to the owner is sealed with. */
  pgp: z.optional(
    z.strictObject({
      /** All 40 hexadecimal digits; spaces between them do not count. */
      fingerprint: z.pipe(
        z.pipe(
          z.string(),
          z.transform((text) => text.replace(/\s+/g, '').toUpperCase()),
        ),
        z.string().check(z.regex(/^[0-9A-F]{40}$/, 'must be a fingerprint of 40 hexadecimal digits')),
      ),
      /** Where the key itself can be fetched. */
      url: z.optional(webAddress),
      /** The file name of the public key beside this file, in ASCII armour, which the site then serves as `/pgp.asc`. */
      file: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]*\.asc$/i, 'must be the file name of an .asc file beside this file'))),
    }),
  ),
  // What is not given has no card, link or line anywhere.
  linkedinUrl: z.optional(webAddress),
  githubUrl: z.optional(webAddress),
  instagramUrl: z.optional(webAddress),
  spotifyUrl: z.optional(webAddress),
  /** The name by which others find the owner on Discord. */
  discordHandle: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(37))),
  /** The language that the content is written in, such as `bg`, where it is not English: assistive technology then reads it so. */
  language: z.optional(z.string().check(z.refine(isLanguage, { error: 'must be a language such as "bg" or "pt-BR"' }))),
  /** In what colours the cards of the home page's social links are printed. */
  socialInk: z.prefault(
    z.strictObject({
      linkedin: z._default(linkInkSchema, { gradient: ['ultramarine', 'verdigris'], shadow: 'ultramarine' }),
      github: z._default(linkInkSchema, { gradient: ['copper', 'amber'], shadow: 'copper' }),
      discord: z._default(linkInkSchema, { gradient: ['verdigris', 'ultramarine'], shadow: 'verdigris' }),
    }),
    {},
  ),
  copyrightYear: z.int().check(z.minimum(1970), z.maximum(9999)),
  /** The owner's own, by its IANA name, such as `Europe/Budapest`. */
  timeZone: z.string().check(z.refine(isTimeZone, { error: 'must be a time zone such as "Europe/Budapest"' })),
  /** The day that the countdown of its month leads to. Where none is given one is counted down to that is nobody's, and told to nobody. */
  birthday: z.pipe(
    z.optional(
      z
        .strictObject({ month: z.int().check(z.minimum(1), z.maximum(12)), day: z.int().check(z.minimum(1), z.maximum(31)) })
        .check(z.refine(isDayOfEveryYear, { error: 'must be a day that every year has', path: ['day'] })),
    ),
    z.transform((given): BirthdayField => given ?? { month: 6, day: 30, isDefault: true }),
  ),
});

/** The owner's public profiles elsewhere that are given, as addresses. */
export function profileAddresses({ linkedinUrl, githubUrl, instagramUrl, spotifyUrl }: Profile): readonly string[] {
  return [linkedinUrl, githubUrl, instagramUrl, spotifyUrl].filter((url) => url !== undefined);
}

/** Who the site is about: everything personal that the pages say, read from `profile.json`. */
export type Profile = Readonly<z.infer<typeof profileSchema>>;

/**
 * The profile that a content file holds, or everything that is wrong with it.
 * `fileName` is only repeated in the failure. Unknown fields are refused, so that a misspelt one is found.
 */
export function parseProfile(fileName: string, text: string): Result<Profile, ContentFailure> {
  return parseContentFile(profileSchema, profileExample, fileName, text);
}

function isDayOfEveryYear({ month, day }: { readonly month: number; readonly day: number }): boolean {
  return day <= new Date(Date.UTC(2023, month, 0)).getUTCDate();
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
