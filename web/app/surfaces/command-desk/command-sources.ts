import type { CommandGroup, LinkCommand } from '../../domains/commands/command.ts';

/** Places that a part of the product writes down for the palette; loaded when the palette is first opened. */
export type LinkSource = { readonly group: CommandGroup; readonly load: () => Promise<readonly LinkCommand[]> };

/** Every such part. Another one is one more line. */
export const linkSources: readonly LinkSource[] = [
  {
    group: 'Setting',
    load: async () => {
      const { settings } = await import('../../domains/settings/registry.ts');
      return settings.map(({ id, title, keywords, control }) => ({
        id: `setting:${id}`,
        title: control.kind === 'mute' ? `Notifications: ${title}` : title,
        keywords: `settings ${keywords.join(' ')}`,
        href: `/settings#${id}`,
      }));
    },
  },
];
