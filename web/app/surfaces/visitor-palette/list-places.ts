import { hasProjectsPage, projectsPath } from '@castellan/content/projects-page';
import { caseStudyPath, caseStudySlug } from '@castellan/content/resume';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { SiteContext } from '../../lib/site-context.ts';
import type { SiteProof } from '../../lib/site-proof.ts';
import { projectPlace } from '../../pages/home/anchors.ts';
import { homeSections } from '../../pages/home/section-list.ts';
import type { Place } from './place.ts';

const everyTool: readonly ToolManifest[] = tools;

/** Everywhere that a visitor can be led to, as the palette lists it. */
export function listPlaces(
  site: Pick<SiteContext, 'profile' | 'resume' | 'posts' | 'caseStudies' | 'articles'> & { readonly proof: SiteProof },
): readonly Place[] {
  const { profile, resume, posts, articles = [] } = site;
  return [
    ...homeSections(site).map(({ id, title }): Place => ({ group: 'Section', title, note: '', href: `/#${id}` })),
    ...caseStudyPlaces(site),
    ...resume.projects.map(({ name, description, url }, at): Place => {
      const place = { group: 'Project', title: name, note: description } as const;
      return url === undefined ? { ...place, href: projectPlace(at) } : { ...place, href: url, isElsewhere: true };
    }),
    ...articles.map(({ slug, title, summary }): Place => ({ group: 'Post', title, note: summary, href: `/writing/${slug}` })),
    ...posts.map(({ title, url }): Place => ({ group: 'Post', title, note: '', href: url, isElsewhere: true })),
    ...everyTool
      .filter(({ audience }) => audience !== 'owner')
      .map(({ id, title, summary }): Place => ({ group: 'Tool', title, note: summary, href: `/${id}` })),
    { group: 'Page', title: 'Home', note: '', href: '/' },
    { group: 'Page', title: 'Contact', note: 'E-mail, phone, profiles', href: '/contact' },
    ...(hasProjectsPage(resume)
      ? [{ group: 'Page', title: `All ${resume.projects.length} projects`, note: '', href: projectsPath } satisfies Place]
      : []),
    { group: 'Page', title: 'Get Resume', note: 'PDF', href: '/resume', isElsewhere: true },
    { group: 'Page', title: 'Resume as a page', note: 'Reads and prints without a PDF', href: '/cv' },
    { group: 'Page', title: 'This site, proven', note: 'The signed log and the header grade', href: '/proof' },
    ...(profile.blogUrl === undefined
      ? []
      : [{ group: 'Page', title: 'Blog', note: '', href: profile.blogUrl, isElsewhere: true } satisfies Place]),
    ...(articles.length === 0
      ? []
      : [{ group: 'Page', title: 'Writing', note: 'Articles, by Atom and RSS too', href: '/writing' } as const]),
    { group: 'Page', title: 'Wishlist', note: '', href: '/wishlist' },
    { group: 'Page', title: 'Terminal', note: 'This site as records', href: '/terminal' },
    { group: 'Page', title: 'AI Terminal', note: '', href: '/ai-terminal' },
    { group: 'Page', title: 'Desktop', note: 'The tools in windows', href: '/desktop' },
  ];
}

/** The case studies in the order of their projects; one whose text is missing has no page. */
function caseStudyPlaces({ resume, caseStudies = {} }: Pick<SiteContext, 'resume' | 'caseStudies'>): readonly Place[] {
  return resume.projects.flatMap((project): readonly Place[] => {
    const path = caseStudyPath(project);
    const study = project.caseStudy === undefined ? undefined : caseStudies[caseStudySlug(project.caseStudy)];
    return path === undefined || study === undefined ? [] : [{ group: 'Case study', title: study.title, note: project.name, href: path }];
  });
}
