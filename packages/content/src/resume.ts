import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import { resumeExample } from './content-examples.ts';
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

/** The drawings that a project may be shown with. */
export const drawingNames = ['chain', 'scan', 'key', 'scale', 'tree'] as const;

export type DrawingName = (typeof drawingNames)[number];

const drawing = z.enum(drawingNames, { error: `must be one of the drawings ${drawingNames.map((name) => `"${name}"`).join(', ')}` });

const year = z.int('must be a year such as 2021').min(1950, 'must be a year such as 2021').max(2200, 'must be a year such as 2021');

/** What a post is remembered by, in as few characters as can be engraved large: `1.9`, and `million accounts moved to passkeys`. */
const figureSchema = z.strictObject({
  value: z.string().trim().min(1).max(8, 'must not be longer than 8 characters: what it counts belongs in "label"'),
  label: contentLine,
});

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
    figure: figureSchema.optional(),
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
    /** What it does, as one of a few drawings; shown where the project leads. */
    drawing: drawing.optional(),
    /** What the drawing shows, in a few words under it. */
    drawingCaption: z.string().trim().min(1).max(60, 'must not be longer than 60 characters').optional(),
    /** A Markdown file beside this file; its name without the ending is the last part of the case study's address. */
    caseStudy: z
      .string()
      .regex(
        /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/,
        'must be the file name of a Markdown file beside this file, in small letters, digits and hyphens, such as "rosette.md"',
      )
      .max(80)
      .optional(),
  })
  .refine(endsAfterStart, endsBeforeStart);

/** What proves a skill: a post or a project of this file by its name, and what to call it where that is not the name. */
const evidenceSchema = z
  .strictObject({ post: contentLine.optional(), project: contentLine.optional(), text: contentLine.optional() })
  .refine(({ post, project }) => (post === undefined) !== (project === undefined), { error: 'must name either a post or a project' });

const skillSchema = z.strictObject({
  name: contentLine,
  level: contentLine.optional(),
  keywords,
  since: year.optional(),
  evidence: z.array(evidenceSchema).max(6).default([]),
});

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
  /** What everybody calls it, such as `OSCP`. */
  abbreviation: z.string().trim().min(1).max(12).optional(),
  date: date.optional(),
  issuer: contentLine.optional(),
  url: webAddress.optional(),
});

const talkSchema = z.strictObject({
  title: contentLine,
  event: contentLine.optional(),
  date: date.optional(),
  url: webAddress.optional(),
});

/** A weakness that the owner found and that was made public. */
const advisorySchema = z.strictObject({
  /** As its authority numbers it, such as `CVE-2021-40999`. */
  id: z.string().trim().min(1).max(40),
  title: contentLine,
  date: date.optional(),
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

const resumeSchema = z
  .strictObject({
    $schema: z.string().optional(),
    basics: basicsSchema,
    // Not every career may be told: a part with nothing in it is left out of the pages.
    work: z.array(workSchema).max(30).default([]),
    projects: z.array(projectSchema).max(30).default([]),
    skills: z.array(skillSchema).max(60).default([]),
    volunteer: z.array(volunteerSchema).max(30).optional(),
    education: z.array(educationSchema).max(30).optional(),
    awards: z.array(awardSchema).max(30).optional(),
    certificates: z.array(certificateSchema).max(30).optional(),
    publications: z.array(publicationSchema).max(30).optional(),
    languages: z.array(languageSchema).max(30).optional(),
    // Beyond the standard: what people of this trade are known by.
    talks: z.array(talkSchema).max(30).optional(),
    advisories: z.array(advisorySchema).max(60).optional(),
    interests: unread,
    references: unread,
    meta: unread,
  })
  .superRefine(({ work, projects, skills }, context) => {
    const posts = new Set(work.map(({ name }) => name));
    const made = new Set(projects.map(({ name }) => name));
    for (const [skill, { evidence }] of skills.entries()) {
      for (const [at, { post, project }] of evidence.entries()) {
        const path = ['skills', skill, 'evidence', at];
        // Posts and projects that may not be told leave their names in the evidence, as text.
        if (post !== undefined && posts.size > 0 && !posts.has(post)) {
          context.addIssue({
            code: 'custom',
            path: [...path, 'post'],
            message: `must be the name of one of the posts under "work": there is no "${post}"`,
          });
        }
        if (project !== undefined && made.size > 0 && !made.has(project)) {
          context.addIssue({
            code: 'custom',
            path: [...path, 'project'],
            message: `must be the name of one of the projects: there is no "${project}"`,
          });
        }
      }
    }
    const files = projects.map(({ caseStudy }) => caseStudy);
    const twice = files.findIndex((file, at) => file !== undefined && files.indexOf(file) < at);
    if (twice >= 0) {
      context.addIssue({
        code: 'custom',
        path: ['projects', twice, 'caseStudy'],
        message: 'must be a file of its own: another project names it too',
      });
    }
  });

/** The owner's career, read from `resume.json` (JSON Resume 1.0.0). */
export type Resume = Readonly<z.infer<typeof resumeSchema>>;
export type ResumeProject = Resume['projects'][number];

/** The path of a project's case study on the site; `undefined` where it has none. */
export function caseStudyPath({ caseStudy }: Pick<ResumeProject, 'caseStudy'>): string | undefined {
  return caseStudy === undefined ? undefined : `/projects/${caseStudySlug(caseStudy)}`;
}

/** The last part of that path, from the name of its file. */
export function caseStudySlug(file: string): string {
  return file.replace(/\.md$/, '');
}

/** The resume that a content file holds, or everything that is wrong with the parts that the site or its PDF shows. */
export function parseResume(fileName: string, text: string): Result<Resume, ContentFailure> {
  return parseContentFile(resumeSchema, resumeExample, fileName, text);
}
