import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, contentParagraph, parseContentFile, webAddress } from './content-file.ts';

/** `2021`, `2021-03` or `2021-03-15`, as JSON Resume writes dates. */
const date = z
  .string()
  .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, 'must be a date such as "2021-03" (or "2021", or "2021-03-15")');
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

/** The standard's other parts: known by name, so that a misspelt part is found, and not looked into. */
const unread = z.unknown().optional();

const resumeSchema = z.strictObject({
  $schema: z.string().optional(),
  basics: z.looseObject({ summary: contentParagraph }),
  work: z.array(workSchema).min(1, 'must hold at least one position').max(30),
  projects: z.array(projectSchema).min(1, 'must hold at least one project').max(30),
  skills: z.array(skillSchema).min(1, 'must hold at least one skill').max(30),
  volunteer: unread,
  education: unread,
  awards: unread,
  certificates: unread,
  publications: unread,
  languages: unread,
  interests: unread,
  references: unread,
  meta: unread,
});

/** The owner's career, read from `resume.json` (JSON Resume 1.0.0). */
export type Resume = Readonly<z.infer<typeof resumeSchema>>;
export type ResumeWork = Resume['work'][number];
export type ResumeProject = Resume['projects'][number];
export type ResumeSkill = Resume['skills'][number];

/** The resume that a content file holds, or the first thing that is wrong with the parts that the site shows. */
export function parseResume(fileName: string, text: string): Result<Resume, ContentFailure> {
  return parseContentFile(resumeSchema, fileName, text);
}
