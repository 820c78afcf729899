import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseStudy, parseCaseStudy } from '@castellan/content/case-study';
import { describeContentFailure } from '@castellan/content/content-failure';
import { caseStudySlug, type Resume } from '@castellan/content/resume';

/** The case studies that the projects of a resume name, by the last part of their addresses. Throws a sentence for people. */
export function readCaseStudies(folder: string, { projects }: Pick<Resume, 'projects'>): Readonly<Record<string, CaseStudy>> {
  const studies = projects.flatMap(({ caseStudy }, project) => {
    if (caseStudy === undefined) return [];
    const path = join(folder, caseStudy);
    const slug = caseStudySlug(caseStudy);
    const parsed = parseCaseStudy(path, slug, readText(path, folder, `projects.${project}.caseStudy`));
    if (!parsed.ok) throw new Error(describeContentFailure(parsed.failure));
    return [[slug, parsed.value] as const];
  });
  return Object.fromEntries(studies);
}

function readText(path: string, folder: string, field: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const problem = `names ${path}, and there is no such file that can be read`;
    throw new Error(describeContentFailure({ code: 'content_invalid', file: join(folder, 'resume.json'), field, problem }));
  }
}
