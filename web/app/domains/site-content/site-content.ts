import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../lib/backend.ts';

/** A state of a file that was replaced; `savedAt` says when. */
const keptSchema = z.object({ id: z.string(), savedAt: z.iso.datetime(), bytes: z.number() });

const listedSchema = z.readonly(
  z.array(z.object({ name: z.string(), kind: z.enum(['profile', 'resume', 'wishes', 'private', 'case-study', 'article']) })),
);

const filesSchema = z.object({
  /** The content folder, as the machine that runs the server names it. */
  folder: z.string(),
  isWritable: z.boolean(),
  /** It is the sample that came with the program. */
  isSample: z.boolean(),
  files: listedSchema,
  /** Texts that were deleted and can be brought back. */
  deleted: listedSchema,
});

/** What of the site's content can be edited. */
export type ContentFiles = z.infer<typeof filesSchema>;

const fileSchema = z.object({
  /** `null` where there is no such file yet. */
  text: z.nullable(z.string()),
  version: z.nullable(z.string()),
  versions: z.readonly(z.array(keptSchema)),
});

/** A file as it lies on the server's disk now. */
export type ContentFile = z.infer<typeof fileSchema>;

const faultSchema = z.object({
  field: z.optional(z.string()),
  problem: z.string(),
  line: z.optional(z.number()),
  example: z.optional(z.string()),
});

/** What keeps the site from taking a text over. */
export type ContentFault = z.infer<typeof faultSchema>;

const keptAnswer = z.object({ outcome: z.literal('saved'), version: z.string(), versions: z.readonly(z.array(keptSchema)) });

const savedSchema = z.discriminatedUnion('outcome', [
  keptAnswer,
  z.object({ outcome: z.literal('deleted'), versions: z.readonly(z.array(keptSchema)) }),
  z.object({ outcome: z.literal('busy') }),
  z.object({ outcome: z.literal('invalid'), faults: z.readonly(z.array(faultSchema)) }),
  z.object({ outcome: z.literal('changed'), version: z.nullable(z.string()), text: z.string() }),
  z.object({ outcome: z.literal('not_writable'), reason: z.string() }),
]);

/** What came of a save; of all but `saved` and `deleted` nothing was written. */
export type SaveAnswer = z.infer<typeof savedSchema>;

/** Lists what can be edited, and where it lies. */
export function loadContentFiles() {
  return askFunction('GET', '/functions/v1/content-files', filesSchema);
}

/** Reads one file. */
export function loadContentFile(name: string) {
  return askFunction('GET', `/functions/v1/content-file?name=${encodeURIComponent(name)}`, fileSchema);
}

/** Reads a state that was replaced. */
export function loadKeptText(name: string, id: string) {
  const path = `/functions/v1/content-file?name=${encodeURIComponent(name)}&kept=${encodeURIComponent(id)}` as const;
  return askFunction('GET', path, z.object({ text: z.string() }));
}

/** Saves a file. `expected` is the version that the edit began with. Refused as `verification_too_old` without a fresh proof. */
export function saveContentFile(name: string, text: string, expected: string | null) {
  return callFunction('content-file', { name, text, expected }, savedSchema);
}

/** Deletes an article or a case study, which is kept as a version. `expected` is the version that was seen. Refused as a save is. */
export function deleteContentFile(name: string, expected: string) {
  return callFunction('content-file', { name, text: null, expected }, savedSchema);
}

/** Takes a picture as the photo; `expected` is the version of `profile.json`. Refused as `saveContentFile` is. */
export function saveContentPhoto(base64: string, expected: string) {
  return callFunction('content-photo', { base64, expected }, savedSchema);
}

/** Takes a public key in ASCII armour as `key.asc`; `expected` is the version of `profile.json`, which then names it. Refused as a save is. */
export function saveContentKey(text: string, expected: string) {
  return callFunction('content-key', { text, expected }, savedSchema);
}

const fontsSchema = z.object({
  fonts: z.readonly(z.array(z.object({ name: z.string(), bytes: z.number() }))),
  /** What was replaced or removed, the newest of each. */
  kept: z.readonly(z.array(z.extend(keptSchema, { name: z.string() }))),
  /** The longest that is taken here, and of how many the server makes use. */
  maxBytes: z.number(),
  maxFiles: z.number(),
});

/** Lists the fonts of the content folder. */
export function loadContentFonts() {
  return askFunction('GET', '/functions/v1/content-fonts', fontsSchema);
}

/** Adds a font, or replaces the one of that name; `stem` is its name without the ending. Refused as a save is. */
export function addContentFont(stem: string, base64: string) {
  return callFunction('content-fonts', { stem, base64 }, savedSchema);
}

/** Takes a font away, which is kept as a version. Refused as a save is. */
export function removeContentFont(name: string) {
  return callFunction('content-fonts', { remove: name }, savedSchema);
}

/** Brings an earlier state of a font back; what stands there is kept. Refused as a save is. */
export function restoreContentFont(name: string, kept: string) {
  return callFunction('content-fonts', { restore: name, kept }, savedSchema);
}

const picturesSchema = z.object({
  pictures: z.readonly(
    z.array(
      z.object({
        name: z.string(),
        bytes: z.number(),
        width: z.optional(z.number()),
        height: z.optional(z.number()),
        /** The articles that name it, drafts too. */
        articles: z.readonly(z.array(z.string())),
      }),
    ),
  ),
});

/** A picture beside the articles. */
export type ContentPicture = z.infer<typeof picturesSchema>['pictures'][number];

/** Where a text names a file: the end of `![words](name.jpg "caption")`, or of a link, with the file name as its first group. */
export const pictureMark = /\]\((?:\.\/)?([a-z0-9][a-z0-9._-]{0,104})[\s)]/gi;

/** Lists the pictures beside the articles. */
export function loadContentPictures() {
  return askFunction('GET', '/functions/v1/content-pictures', picturesSchema);
}

const typesByEnding: Readonly<Record<string, string>> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif' };

/** Reads one of them as a `data:` address, with its size. */
export function loadContentPicture(name: string) {
  const type = typesByEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'png';
  const shape = z.pipe(
    z.object({ base64: z.base64(), width: z.optional(z.number()), height: z.optional(z.number()) }),
    z.transform(({ base64, width, height }) => ({
      address: `data:image/${type};base64,${base64}`,
      ...(width === undefined || height === undefined ? {} : { width, height }),
    })),
  );
  return askFunction('GET', `/functions/v1/content-pictures?name=${encodeURIComponent(name)}`, shape);
}

/** Adds a picture; the answer says its name. Refused as a save is. */
export function addContentPicture(stem: string, base64: string) {
  return callFunction('content-pictures', { stem, base64 }, z.union([z.extend(keptAnswer, { name: z.string() }), savedSchema]));
}

/** Takes away a picture that no article names. Refused as a save is. */
export function removeContentPicture(name: string) {
  return callFunction('content-pictures', { remove: name }, savedSchema);
}
