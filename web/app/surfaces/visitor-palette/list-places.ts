import type { SiteContext } from '../../lib/site-context.ts';
import { homeSections } from '../../pages/home/section-list.ts';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import type { Place } from './place.ts';

const everyTool: readonly ToolManifest[] = tools;

/** Everywhere that a visitor can be led to, as the palette lists it. */
export function listPlaces({ profile, resume }: Pick<SiteContext, 'profile' | 'resume'>): readonly Place[] {
  return [
    ...homeSections(resume).map(({ id, title }): Place => ({ group: 'Section', title, note: '', href: `/#${id}` })),
    ...resume.projects.map(({ name, description, url }): Place => {
      const place = { group: 'Project', title: name, note: description } as const;
      return url === undefined ? { ...place, href: '/#projects' } : { ...place, href: url, isElsewhere: true };
    }),
    ...everyTool
      .filter(({ audience }) => audience !== 'owner')
      .map(({ id, title, summary }): Place => ({ group: 'Tool', title, note: summary, href: `/${id}` })),
    { group: 'Page', title: 'Home', note: '', href: '/' },
    { group: 'Page', title: 'Contact', note: 'E-mail, phone, profiles', href: '/contact' },
    { group: 'Page', title: 'Get Resume', note: 'PDF', href: '/resume', isElsewhere: true },
    { group: 'Page', title: 'Resume as a page', note: 'Reads and prints without a PDF', href: '/cv' },
    { group: 'Page', title: 'Blog', note: '', href: profile.blogUrl, isElsewhere: true },
    { group: 'Page', title: 'Wishlist', note: '', href: '/wishlist' },
    { group: 'Page', title: 'Terminal', note: 'This site as records', href: '/terminal' },
    { group: 'Page', title: 'AI Terminal', note: '', href: '/ai-terminal' },
    { group: 'Page', title: 'Desktop', note: 'The tools in windows', href: '/desktop' },
  ];
}
