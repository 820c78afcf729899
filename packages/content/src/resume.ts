import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { resumeExample } from './content-examples.ts';
import type { ContentFailure } from './content-failure.ts';
import { contentLine, contentParagraph, parseContentFile, webAddress } from './content-file.ts';

/** `2021`, `2021-03` or `2021-03-15`, as JSON Resume writes dates. */
const date = z
  .string()
  .check(
    z.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, 'must be a date such as "2021-03" (or "2021", or "2021-03-15")'),
  );
const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country as two capital letters, such as "HU"'));
const highlights = z._default(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))).check(z.maxLength(12)), []);
const keywords = z._default(z.array(contentLine).check(z.maxLength(30)), []);

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

const year = z
  .int('must be a year such as 2021')
  .check(z.minimum(1950, 'must be a year such as 2021'), z.maximum(2200, 'must be a year such as 2021'));

/** What a post is remembered by, in as few characters as can be engraved large: `1.9`, and `million accounts moved to passkeys`. */
const figureSchema = z.strictObject({
  value: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(8, 'must not be longer than 8 characters: what it counts belongs in "label"')),
  label: contentLine,
});

const endsBeforeStart = { error: 'must not be before startDate', path: ['endDate'] };

const workSchema = z
  .strictObject({
    name: contentLine,
    position: contentLine,
    startDate: date,
    /** Absent while it lasts. */
    endDate: z.optional(date),
    location: z.optional(contentLine),
    description: z.optional(contentLine),
    url: z.optional(webAddress),
    summary: z.optional(contentParagraph),
    highlights,
    figure: z.optional(figureSchema),
  })
  .check(z.refine(endsAfterStart, endsBeforeStart));

const projectSchema = z
  .strictObject({
    name: contentLine,
    description: contentParagraph,
    highlights,
    keywords,
    startDate: z.optional(date),
    endDate: z.optional(date),
    url: z.optional(webAddress),
    roles: keywords,
    entity: z.optional(contentLine),
    type: z.optional(contentLine),
    /** What it does, as one of a few drawings; shown where the project leads. */
    drawing: z.optional(drawing),
    /** What the drawing shows, in a few words under it. */
    drawingCaption: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60, 'must not be longer than 60 characters'))),
    /** A Markdown file beside this file; its name without the ending is the last part of the case study's address. */
    caseStudy: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/,
            'must be the file name of a Markdown file beside this file, in small letters, digits and hyphens, such as "rosette.md"',
          ),
          z.maxLength(80),
        ),
    ),
  })
  .check(z.refine(endsAfterStart, endsBeforeStart));

/** What proves a skill: a post or a project of this file by its name, and what to call it where that is not the name. */
const evidenceSchema = z
  .strictObject({ post: z.optional(contentLine), project: z.optional(contentLine), text: z.optional(contentLine) })
  .check(
    z.refine(({ post, project }) => (post === undefined) !== (project === undefined), { error: 'must name either a post or a project' }),
  );

const skillSchema = z.strictObject({
  name: contentLine,
  level: z.optional(contentLine),
  keywords,
  since: z.optional(year),
  evidence: z._default(z.array(evidenceSchema).check(z.maxLength(6)), []),
});

const volunteerSchema = z
  .strictObject({
    organization: contentLine,
    position: z.optional(contentLine),
    url: z.optional(webAddress),
    startDate: z.optional(date),
    endDate: z.optional(date),
    summary: z.optional(contentParagraph),
    highlights,
  })
  .check(z.refine(endsAfterStart, endsBeforeStart));

const educationSchema = z
  .strictObject({
    institution: contentLine,
    url: z.optional(webAddress),
    area: z.optional(contentLine),
    studyType: z.optional(contentLine),
    startDate: z.optional(date),
    endDate: z.optional(date),
    score: z.optional(contentLine),
    courses: keywords,
  })
  .check(z.refine(endsAfterStart, endsBeforeStart));

const certificateSchema = z.strictObject({
  name: contentLine,
  /** What everybody calls it, such as `OSCP`. */
  abbreviation: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(12))),
  date: z.optional(date),
  issuer: z.optional(contentLine),
  url: z.optional(webAddress),
});

const talkSchema = z.strictObject({
  title: contentLine,
  event: z.optional(contentLine),
  date: z.optional(date),
  url: z.optional(webAddress),
});

/** A weakness that the owner found and that was made public. */
const advisorySchema = z.strictObject({
  /** As its authority numbers it, such as `CVE-2021-40999`. */
  id: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  title: contentLine,
  date: z.optional(date),
  url: z.optional(webAddress),
});

const awardSchema = z.strictObject({
  title: contentLine,
  date: z.optional(date),
  awarder: z.optional(contentLine),
  summary: z.optional(contentParagraph),
});

const publicationSchema = z.strictObject({
  name: contentLine,
  publisher: z.optional(contentLine),
  releaseDate: z.optional(date),
  url: z.optional(webAddress),
  summary: z.optional(contentParagraph),
});

const languageSchema = z.strictObject({ language: contentLine, fluency: z.optional(contentLine) });

/** Whom the resume is about. More may stand there, such as a telephone number: it is not looked at and goes nowhere. */
const basicsSchema = z.object({
  summary: contentParagraph,
  url: z.optional(webAddress),
  label: z.optional(contentLine),
  location: z.optional(z.object({ city: z.optional(contentLine), region: z.optional(contentLine), countryCode: z.optional(countryCode) })),
});

/** The standard's other parts: known by name, so that a misspelt part is found, and not looked into. */
const unread = z.optional(z.unknown());

const resumeSchema = z
  .strictObject({
    $schema: z.optional(z.string()),
    basics: basicsSchema,
    // Not every career may be told: a part with nothing in it is left out of the pages.
    work: z._default(z.array(workSchema).check(z.maxLength(30)), []),
    projects: z._default(z.array(projectSchema).check(z.maxLength(30)), []),
    skills: z._default(z.array(skillSchema).check(z.maxLength(60)), []),
    volunteer: z.optional(z.array(volunteerSchema).check(z.maxLength(30))),
    education: z.optional(z.array(educationSchema).check(z.maxLength(30))),
    awards: z.optional(z.array(awardSchema).check(z.maxLength(30))),
    certificates: z.optional(z.array(certificateSchema).check(z.maxLength(30))),
    publications: z.optional(z.array(publicationSchema).check(z.maxLength(30))),
    languages: z.optional(z.array(languageSchema).check(z.maxLength(30))),
    // Beyond the standard: what people of this trade are known by.
    talks: z.optional(z.array(talkSchema).check(z.maxLength(30))),
    advisories: z.optional(z.array(advisorySchema).check(z.maxLength(60))),
    interests: unread,
    references: unread,
    meta: unread,
  })
  .check(
    z.superRefine(({ work, projects, skills }, context) => {
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
    }),
  );

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
