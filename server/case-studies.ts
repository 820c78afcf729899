import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseStudy, parseCaseStudy } from '@castellan/content/case-study';
import { describeContentFailure, singleFault } from '@castellan/content/content-failure';
import { caseStudySlug, type Resume } from '@castellan/content/resume';

/**
 * The case studies that the projects of a resume name, by the last part of their addresses, and a sentence for people for
 * each that cannot be used.
 */
export function readCaseStudies(
  folder: string,
  { projects }: Pick<Resume, 'projects'>,
): { readonly studies: Readonly<Record<string, CaseStudy>>; readonly faults: readonly string[] } {
  const studies: Record<string, CaseStudy> = {};
  const faults: string[] = [];
  for (const [project, { caseStudy }] of projects.entries()) {
    if (caseStudy === undefined) continue;
    const path = join(folder, caseStudy);
    const text = readText(path);
    if (text === undefined) {
      const problem = `names ${path}, and there is no such file that can be read`;
      const fault = { field: `projects.${project}.caseStudy`, problem };
      faults.push(describeContentFailure(singleFault(join(folder, 'resume.json'), fault)));
      continue;
    }
    const slug = caseStudySlug(caseStudy);
    const parsed = parseCaseStudy(path, slug, text);
    if (parsed.ok) studies[slug] = parsed.value;
    else faults.push(describeContentFailure(parsed.failure));
  }
  return { studies, faults };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
