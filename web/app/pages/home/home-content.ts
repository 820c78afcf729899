import { hasProjectsPage, maxHomeProjects } from '@castellan/content/projects-page';
import { caseStudyPath, caseStudySlug, type Resume } from '@castellan/content/resume';
import type { SiteContext } from '../../lib/site-context.ts';
import { drawingLayers } from '../../ui/engraving/engrave-drawing.ts';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';
import { transliterate } from '../../ui/mrz/transliterate.ts';
import { postAnchor, projectAnchor, projectPlace } from './anchors.ts';

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

/** What leads to the projects that the home page leaves out. */
export type FurtherProjects = {
  /** How many projects there are together. */
  readonly count: number;
  /** The first of those that are left out, and how many more there are. */
  readonly names: readonly string[];
  readonly more: number;
  /** Addresses of their engravings. */
  readonly rosettes: readonly string[];
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

/** What the owner does today, and signs of it that others gave: what a visitor in a hurry looks for first. */
export type Standing = { readonly post?: string; readonly signs: string };

/**
 * The newest post that has not ended, and at most three short signs: certificates by their abbreviations, then advisories by their
 * numbers. Nothing where there is neither.
 */
export function standingOf({
  work,
  certificates = [],
  advisories = [],
}: Pick<Resume, 'work' | 'certificates' | 'advisories'>): Standing | undefined {
  const post = work.find(({ endDate }) => endDate === undefined);
  const held = certificates.flatMap(({ abbreviation }) => (abbreviation === undefined ? [] : [abbreviation]));
  const signs = [...held, ...advisories.map(({ id }) => id)].slice(0, 3).join(' · ');
  if (post === undefined) return signs === '' ? undefined : { signs };
  return { post: `${post.position}, ${post.name}`, signs };
}

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

/** The first projects, and what leads to the others where there are others. */
export function homeProjectsOf(site: Pick<SiteContext, 'resume' | 'caseStudies'>) {
  const notes = projectNotesOf(site);
  return { projects: notes.slice(0, maxHomeProjects), furtherProjects: furtherProjectsOf(notes) };
}

/** As many names as tell what else there is. */
const toldNames = 3;

function furtherProjectsOf(notes: readonly ProjectNote[]): FurtherProjects | undefined {
  if (!hasProjectsPage({ projects: notes })) return undefined;
  const others = notes.slice(maxHomeProjects);
  const told = others.slice(0, toldNames);
  return {
    count: notes.length,
    names: told.map(({ name }) => name),
    more: others.length - told.length,
    rosettes: told.map(({ rosette }) => rosette),
  };
}

/** As many skills as stand there at once; those beyond are folded. */
const maxOpenSkills = 12;

/** The skills in the resume's order. Where there are too many, those with a proof come first, and the last are folded. */
export function homeSkillsOf(resume: Pick<Resume, 'work' | 'projects' | 'skills'>) {
  const skills = provenSkillsOf(resume);
  if (skills.length <= maxOpenSkills) return { skills, foldedSkills: [] };
  const isProven = ({ evidence }: ProvenSkill) => evidence.length > 0;
  const sorted = [...skills.filter(isProven), ...skills.filter((skill) => !isProven(skill))];
  return { skills: sorted.slice(0, maxOpenSkills), foldedSkills: sorted.slice(maxOpenSkills) };
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
    return made === undefined ? undefined : (caseStudyPath(made) ?? (at < maxHomeProjects ? `#${projectAnchor(at)}` : projectPlace(at)));
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
