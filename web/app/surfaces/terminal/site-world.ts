import type { ToolManifest } from '../../../../tools/tool.ts';
import { blogPlace } from '../../domains/owner/blog-place.ts';
import type { BegunRun } from '../../domains/tool-reports/begin-run.ts';
import type { PublicFacts } from '../../lib/site-context.ts';
import type { SiteContent } from './site-content.ts';

/** One true thing about the page, as `neofetch` lists them. */
export type PageFact = { readonly fact: string; readonly value: string | number };

/** All that the terminal's commands know: content, tools, and what only a running page can say. */
export type SiteWorld = {
  readonly owner: PublicFacts['owner'];
  readonly publicUrl: string;
  readonly content: SiteContent;
  /** Those that whoever is here may open. */
  readonly tools: readonly ToolManifest[];
  /** Runs a tool on a target; the owner's alone. */
  readonly runTool?: (tool: string, target: string) => Promise<BegunRun>;
  readonly now: () => Date;
  readonly pageFacts: () => readonly PageFact[];
};

/** A page or profile that `open` knows by its name. */
export type Destination = { readonly name: string; readonly address: string; readonly title: string; readonly newTab: boolean };

/** The pages of this site, by the names that `open` takes. */
export function pagesOf({ owner, tools }: SiteWorld): readonly Destination[] {
  const blog = blogPlace(owner);
  return [
    { name: 'home', address: '/', title: `${owner.name}, Security Specialist`, newTab: false },
    { name: 'contact', address: '/contact', title: 'Contact Me', newTab: false },
    { name: 'terminal', address: '/terminal', title: 'Terminal', newTab: false },
    { name: 'ai-terminal', address: '/ai-terminal', title: 'AI Terminal', newTab: false },
    { name: 'resume', address: '/resume', title: 'Resume, a PDF', newTab: true },
    ...(blog === undefined ? [] : [{ name: 'blog', address: blog.href, title: 'Blog', newTab: blog.isElsewhere }]),
    ...tools.map(({ id, title }) => ({ name: id, address: `/${id}`, title, newTab: false })),
  ];
}

/** The owner's profiles elsewhere, by the names that `open` takes. */
export function profilesOf({ content: { social } }: SiteWorld): readonly Destination[] {
  return [
    ...elsewhere('linkedin', 'LinkedIn', social.linkedinUrl),
    ...elsewhere('github', 'GitHub', social.githubUrl),
    ...elsewhere('instagram', 'Instagram', social.instagramUrl),
    ...elsewhere('spotify', 'Spotify', social.spotifyUrl),
  ];
}

/** A destination on another site; none where the owner has no such address. */
function elsewhere(name: string, title: string, address: string | undefined): readonly Destination[] {
  return address === undefined ? [] : [{ name, address, title, newTab: true }];
}
