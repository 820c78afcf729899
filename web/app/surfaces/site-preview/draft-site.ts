import { type ParsedArticle, parseArticle } from '@castellan/content/article';
import { parseCaseStudy } from '@castellan/content/case-study';
import type { Picture } from '@castellan/content/markdown/blocks';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { parseWishes, type Wishes } from '@castellan/content/wishes';
import type { SiteDraft } from '../../domains/settings/site-preview.ts';
import type { SiteContext } from '../../lib/site-context.ts';

/** What the pages need of a site to draw a draft. */
export type DraftSite = Pick<SiteContext, 'profile' | 'resume' | 'publishableKey' | 'publicUrl' | 'caseStudies' | 'articles'> &
  Pick<SiteDraft, 'part'> & {
    /** The last part of the address of the text that is edited. */
    readonly slug: string;
    /** The wishes that the wishlist would begin with, where these are edited. */
    readonly wishes?: Wishes;
  };

/** The site that a draft would make; `undefined` where one of its texts cannot be used. */
export function draftSiteOf({ part, profile, resume, wishes, markdown }: SiteDraft): DraftSite | undefined {
  const read = { profile: parseProfile('profile.json', profile), resume: parseResume('resume.json', resume) };
  if (!read.profile.ok || !read.resume.ok) return undefined;
  const site = { part, profile: read.profile.value, resume: read.resume.value, publishableKey: '', publicUrl: '', slug: '' };
  if (wishes !== undefined) {
    const parsed = parseWishes('wishes.json', wishes);
    return parsed.ok ? { ...site, wishes: parsed.value } : undefined;
  }
  if (markdown === undefined) return site;
  const file = markdown.name.replace(/^writing\//, '');
  const slug = file.replace(/\.md$/, '');
  if (part === 'articles') {
    const parsed = parseArticle(markdown.name, file, markdown.text);
    return parsed.ok ? { ...site, slug, articles: [withPictures(parsed.value, markdown.pictures)] } : undefined;
  }
  const parsed = parseCaseStudy(markdown.name, slug, markdown.text);
  return parsed.ok ? { ...site, slug, caseStudies: { [slug]: parsed.value }, resume: naming(site.resume, file) } : undefined;
}

/** Of pictures that are not there the words stand in their place. `pictures`: by their file names. */
function withPictures({ named, ...article }: ParsedArticle, pictures: Readonly<Record<string, Picture>> = {}) {
  const shown = named.flatMap(({ address }) => {
    const picture = pictures[address.replace(/^\.\//, '')];
    return picture === undefined ? [] : [[address, picture] as const];
  });
  return { ...article, pictures: Object.fromEntries(shown) };
}

/** A case study that no project names yet is shown with the first. */
function naming(resume: DraftSite['resume'], file: string): DraftSite['resume'] {
  if (resume.projects.some(({ caseStudy }) => caseStudy === file)) return resume;
  const [first = { name: 'Project', description: '–', highlights: [], keywords: [], roles: [] }, ...others] = resume.projects;
  return { ...resume, projects: [{ ...first, caseStudy: file }, ...others] };
}
