import { type Block, plainTextOf } from '@castellan/content/markdown/blocks';
import { readMarkdown } from '@castellan/content/markdown/read';
import { hasProjectsPage, projectsPath } from '@castellan/content/projects-page';
import { caseStudyPath, caseStudySlug } from '@castellan/content/resume';
import { resumePeriodText } from '@castellan/content/resume-period';
import type { SiteContext } from '../../lib/site-context.ts';
import { drawingLayers } from '../../ui/engraving/engrave-drawing.ts';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';
import { transliterate } from '../../ui/mrz/transliterate.ts';

/** One part of a case study, under its heading. */
type CasePart = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] };

/** What the page of a case study shows; `undefined` where the content has none of that name. */
export function caseContentOf({ resume, caseStudies = {} }: Pick<SiteContext, 'resume' | 'caseStudies'>, slug: string) {
  const study = Object.hasOwn(caseStudies, slug) ? caseStudies[slug] : undefined;
  const withCase = resume.projects.filter(({ caseStudy }) => caseStudy !== undefined);
  const at = withCase.findIndex(({ caseStudy }) => caseStudy !== undefined && caseStudySlug(caseStudy) === slug);
  const project = withCase[at];
  if (study === undefined || project === undefined) return undefined;
  const { name, description, highlights, keywords, startDate, endDate, url, drawing } = project;
  const following = withCase.length < 2 ? undefined : withCase[(at + 1) % withCase.length];
  const next = following === undefined ? undefined : nextOf(following, caseStudies);
  return {
    slug,
    /** Where all projects are. */
    projectsAddress: hasProjectsPage(resume) ? projectsPath : '/#projects',
    title: study.title,
    lead: study.lead,
    parts: partsOf(study.text),
    minutes: Math.max(1, Math.round(study.text.split(/\s+/).length / 230)),
    project: {
      name,
      latin: transliterate(name),
      description,
      highlights,
      keywords,
      period: resumePeriodText(startDate, endDate),
      year: startDate?.slice(0, 4),
      url,
    },
    rosette: rosetteAddress(name),
    drawing: drawing === undefined ? undefined : drawingLayers(drawing),
    next,
  };
}

/** What a page of this site shows of a case study. */
export type CaseContent = NonNullable<ReturnType<typeof caseContentOf>>;

function nextOf(project: SiteContext['resume']['projects'][number], studies: NonNullable<SiteContext['caseStudies']>) {
  const path = caseStudyPath(project);
  const study = project.caseStudy === undefined ? undefined : studies[caseStudySlug(project.caseStudy)];
  return path === undefined || study === undefined ? undefined : { path, title: study.title, project: project.name };
}

/** The text by its headings of the second level; the reader makes sure that it begins with one. */
function partsOf(text: string): readonly CasePart[] {
  const parts: { id: string; title: string; blocks: Block[] }[] = [];
  for (const block of readMarkdown(text)) {
    if (block.kind === 'heading' && block.level <= 2) {
      parts.push({
        id: `part-${parts.length + 1}`,
        title: plainTextOf(block.content),
        blocks: [],
      });
    } else {
      parts.at(-1)?.blocks.push(block);
    }
  }
  return parts;
}
