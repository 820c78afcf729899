import { caseStudyPath, caseStudySlug, type Resume } from '@castellan/content/resume';
import type { SiteContext } from '../../lib/site-context.ts';
import { drawingLayers } from '../../ui/engraving/engrave-drawing.ts';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';
import { transliterate } from '../../ui/mrz/transliterate.ts';
import { postAnchor, projectAnchor } from './anchors.ts';

/** A project as its banknote shows it. */
export type ProjectNote = {
  readonly name: string;
  /** The name in Latin letters, for the serial line. */
  readonly latin: string;
  readonly description: string;
  readonly highlights: readonly string[];
  readonly keywords: readonly string[];
  readonly since?: string;
  /** Where it leads: a page of this site with the case study's title, or an address elsewhere. */
  readonly target?: { readonly path: string; readonly title: string } | { readonly url: string };
  /** Addresses of its engravings. */
  readonly rosette: string;
  readonly drawing?: { readonly body: string; readonly mark: string };
  /** What the drawing shows. */
  readonly caption?: string;
};

/** A skill with what proves it. */
export type ProvenSkill = {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly since?: number;
  readonly evidence: readonly { readonly text: string; readonly href?: string }[];
};

/** The posts, named field by field, so that nothing else leaves the server with the page. */
export function postsOf({ work }: Pick<Resume, 'work'>) {
  return work.map(({ name, position, startDate, endDate, location, url, summary, highlights, figure }) => ({
    name,
    position,
    startDate,
    endDate,
    location,
    url,
    summary,
    highlights,
    figure,
  }));
}

export type Post = ReturnType<typeof postsOf>[number];

/** The projects in the resume's order: the first leads. */
export function projectNotesOf({ resume, caseStudies = {} }: Pick<SiteContext, 'resume' | 'caseStudies'>): readonly ProjectNote[] {
  return resume.projects.map((project) => {
    const { name, description, highlights, keywords, startDate, url, drawing, drawingCaption, caseStudy } = project;
    const path = caseStudyPath(project);
    const study = caseStudy === undefined ? undefined : caseStudies[caseStudySlug(caseStudy)];
    const target = path !== undefined && study !== undefined ? { path, title: study.title } : url === undefined ? undefined : { url };
    return {
      name,
      latin: transliterate(name),
      description,
      highlights,
      keywords,
      rosette: rosetteAddress(name),
      ...(startDate === undefined ? {} : { since: startDate.slice(0, 4) }),
      ...(target === undefined ? {} : { target }),
      ...(drawing === undefined ? {} : { drawing: drawingLayers(drawing) }),
      ...(drawingCaption === undefined ? {} : { caption: drawingCaption }),
    };
  });
}

/** The skills, each with links to the posts and projects that prove it. */
export function provenSkillsOf({ work, projects, skills }: Pick<Resume, 'work' | 'projects' | 'skills'>): readonly ProvenSkill[] {
  const hrefOf = (post: string | undefined, project: string | undefined): string | undefined => {
    if (post !== undefined) {
      const at = work.findIndex(({ name }) => name === post);
      return at < 0 ? undefined : `#${postAnchor(at)}`;
    }
    const at = projects.findIndex(({ name }) => name === project);
    const made = projects[at];
    return made === undefined ? undefined : (caseStudyPath(made) ?? `#${projectAnchor(at)}`);
  };
  return skills.map(({ name, keywords, since, evidence }) => ({
    name,
    keywords,
    ...(since === undefined ? {} : { since }),
    evidence: evidence.map(({ post, project, text }) => {
      const href = hrefOf(post, project);
      return { text: text ?? post ?? project ?? '', ...(href === undefined ? {} : { href }) };
    }),
  }));
}
