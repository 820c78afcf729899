import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';

/** What a window can hold. */
export type DesktopApp = {
  /** The page's path. */
  readonly path: string;
  readonly title: string;
  /** The name of its drawing in the icon family. */
  readonly icon: string;
  /** One sentence. */
  readonly summary: string;
  /** Whether only the owner's session opens it. */
  readonly isOwners: boolean;
};

const everyTool: readonly ToolManifest[] = tools;

const sitePages: readonly DesktopApp[] = [
  { path: '/', title: 'Home', icon: 'house', summary: 'Who this is: experience, projects and skills.', isOwners: false },
  { path: '/terminal', title: 'Terminal', icon: 'terminal', summary: 'The same site as commands and records.', isOwners: false },
  {
    path: '/ai-terminal',
    title: 'AI Terminal',
    icon: 'chat-text',
    summary: 'Questions about this site in sentences, answered from its content.',
    isOwners: false,
  },
  { path: '/contact', title: 'Contact', icon: 'envelope-simple', summary: 'The ways to get in touch.', isOwners: false },
  { path: '/wishlist', title: 'Wishlist', icon: 'gift', summary: 'What would make a good present.', isOwners: false },
];

/** Every page that may have a window: the site's own, and the tools of the registry. */
export const desktopApps: readonly DesktopApp[] = [
  ...sitePages,
  ...everyTool.map(({ id, title, icon = id, summary, audience }) => ({
    path: `/${id}`,
    title,
    icon,
    summary,
    isOwners: audience === 'owner',
  })),
];

const byPath = new Map(desktopApps.map((app) => [app.path, app]));

export function appAt(path: string): DesktopApp | undefined {
  return byPath.get(path);
}

/** The apps to offer: a visitor's, or the owner's besides. */
export function appsFor(isOwner: boolean): readonly DesktopApp[] {
  return desktopApps.filter((app) => isOwner || !app.isOwners);
}

/** The apps in whose title or summary every word of a search begins a word, titles first. */
export function findApps(apps: readonly DesktopApp[], search: string): readonly DesktopApp[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = (text: string) => words.every((word) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word}`));
  const inTitle = apps.filter(({ title }) => hits(title));
  return [...inTitle, ...apps.filter((app) => !inTitle.includes(app) && hits(`${app.title} ${app.summary}`))];
}
