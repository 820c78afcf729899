import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { focusOn } from '../../../web/app/domains/commands/use-page-keys.ts';
import { useRecordKeys } from '../../../web/app/domains/records/list/use-record-keys.ts';
import type { LinkAction } from './link-list.tsx';
import type { ShortLink } from './links.ts';

const keyLists: readonly KeyList[] = [
  {
    title: 'Link Shortener',
    keys: [
      { keys: 'n', does: 'Make a link' },
      { keys: '/', does: 'Find a link' },
      { keys: 'j k', does: 'Next and previous link' },
      { keys: 'e', does: 'Edit the link' },
      { keys: 'v', does: 'Show its visits' },
      { keys: 'x', does: 'Delete the link' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];

const actions: Readonly<Record<string, LinkAction>> = { e: 'edit', v: 'visits', x: 'delete' };

type LinkKeys = {
  readonly links: readonly ShortLink[];
  readonly undo: () => void;
  readonly act: (action: LinkAction, link: ShortLink) => void;
};

/** Listens for the page's keys, and has the sheet show them. */
export function useLinkKeys({ links, undo, act }: LinkKeys): void {
  useRecordKeys(keyLists, {
    add: ['n', 'main [name="url"]'],
    find: focusOn('[data-record-find]'),
    undo,
    act: (key, id) => {
      const link = links.find((one) => one.id === id);
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (link === undefined || action === undefined) return false;
      act(action, link);
      return true;
    },
  });
}
