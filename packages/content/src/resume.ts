import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, contentParagraph, parseContentFile, webAddress } from './content-file.ts';

/** `2021`, `2021-03` or `2021-03-15`, as JSON Resume writes dates. */
const date = z
  .string()
  .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, 'must be a date such as "2021-03" (or "2021", or "2021-03-15")');
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a country as two capital letters, such as "HU"');
const highlights = z.array(z.string().trim().min(1).max(300)).max(12).default([]);
const keywords = z.array(contentLine).max(30).default([]);

/** Written alike, dates compare as text; of different lengths only what both say is compared. */
function endsAfterStart({
  startDate,
  endDate,
}: {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}): boolean {
  if (startDate === undefined || endDate === undefined) return true;
  const shared = Math.min(startDate.length, endDate.length);
  return endDate.slice(0, shared) >= startDate.slice(0, shared);
}

const endsBeforeStart = { error: 'must not be before startDate', path: ['endDate'] };

const workSchema = z
  .strictObject({
    name: contentLine,
    position: contentLine,
    startDate: date,
    /** Absent while it lasts. */
    endDate: date.optional(),
    location: contentLine.optional(),
    description: contentLine.optional(),
    url: webAddress.optional(),
    summary: contentParagraph.optional(),
    highlights,
  })
  .refine(endsAfterStart, endsBeforeStart);

const projectSchema = z
  .strictObject({
    name: contentLine,
    description: contentParagraph,
    highlights,
    keywords,
    startDate: date.optional(),
    endDate: date.optional(),
    url: webAddress.optional(),
    roles: keywords,
    entity: contentLine.optional(),
    type: contentLine.optional(),
  })
  .refine(endsAfterStart, endsBeforeStart);

const skillSchema = z.strictObject({ name: contentLine, level: contentLine.optional(), keywords });

const volunteerSchema = z
  .strictObject({
    organization: contentLine,
    position: contentLine.optional(),
    url: webAddress.optional(),
    startDate: date.optional(),
    endDate: date.optional(),
    summary: contentParagraph.optional(),
    highlights,
  })
  .refine(endsAfterStart, endsBeforeStart);

const educationSchema = z
  .strictObject({
    institution: contentLine,
    url: webAddress.optional(),
    area: contentLine.optional(),
    studyType: contentLine.optional(),
    startDate: date.optional(),
    endDate: date.optional(),
    score: contentLine.optional(),
    courses: keywords,
  })
  .refine(endsAfterStart, endsBeforeStart);

const certificateSchema = z.strictObject({
  name: contentLine,
  date: date.optional(),
  issuer: contentLine.optional(),
  url: webAddress.optional(),
});

const awardSchema = z.strictObject({
  title: contentLine,
  date: date.optional(),
  awarder: contentLine.optional(),
  summary: contentParagraph.optional(),
});

const publicationSchema = z.strictObject({
  name: contentLine,
  publisher: contentLine.optional(),
  releaseDate: date.optional(),
  url: webAddress.optional(),
  summary: contentParagraph.optional(),
});

const languageSchema = z.strictObject({ language: contentLine, fluency: contentLine.optional() });

/** Whom the resume is about. More may stand there, such as a telephone number: it is not looked at and goes nowhere. */
const basicsSchema = z.object({
  summary: contentParagraph,
  url: webAddress.optional(),
  label: contentLine.optional(),
  location: z.object({ city: contentLine.optional(), region: contentLine.optional(), countryCode: countryCode.optional() }).optional(),
});

/** The standard's other parts: known by name, so that a misspelt part is found, and not looked into. */
const unread = z.unknown().optional();

const resumeSchema = z.strictObject({
  $schema: z.string().optional(),
  basics: basicsSchema,
  // Not every career may be told: a part with nothing in it is left out of the pages.
  work: z.array(workSchema).max(30).default([]),
  projects: z.array(projectSchema).max(30).default([]),
  skills: z.array(skillSchema).max(30).default([]),
  volunteer: z.array(volunteerSchema).max(30).optional(),
  education: z.array(educationSchema).max(30).optional(),
  awards: z.array(awardSchema).max(30).optional(),
  certificates: z.array(certificateSchema).max(30).optional(),
  publications: z.array(publicationSchema).max(30).optional(),
  languages: z.array(languageSchema).max(30).optional(),
  interests: unread,
  references: unread,
  meta: unread,
});

/** The owner's career, read from `resume.json` (JSON Resume 1.0.0). */
export type Resume = Readonly<z.infer<typeof resumeSchema>>;
export type ResumeWork = Resume['work'][number];
export type ResumeProject = Resume['projects'][number];

/** The resume that a content file holds, or the first thing that is wrong with the parts that the site or its PDF shows. */
export function parseResume(fileName: string, text: string): Result<Resume, ContentFailure> {
  return parseContentFile(resumeSchema, fileName, text);
}
