import type { LinkCommand } from '../../../../web/app/domains/commands/command.ts';
import { settings } from '../../../../web/app/domains/settings/registry.ts';

/** Every setting, as the palette finds it. */
export default function settingLinks(): readonly LinkCommand[] {
  return settings.map(({ id, title, keywords, control }) => ({
    id: `setting:${id}`,
    title: control.kind === 'mute' ? `Notifications: ${title}` : title,
    keywords: `settings ${keywords.join(' ')}`,
    href: `/settings#${id}`,
  }));
}
