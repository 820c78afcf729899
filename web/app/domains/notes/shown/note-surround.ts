import { createContext, type ReactNode } from 'react';
import type { NoteTarget } from './note-block.ts';

/** What is around a note that is drawn: where its links lead, and what is fetched for it. */
export type NoteSurround = {
  /** What a link names: `undefined` where there is nothing yet. */
  readonly idOf: (target: string) => string | undefined;
  readonly onFollow: (link: FollowedLink) => void;
  /** Where the link leads that is pointed at or has the focus. */
  readonly onPoint: (link: FollowedLink | undefined) => void;
  readonly drawEmbed: (embed: NoteTarget & { readonly label: string | undefined }) => ReactNode;
  readonly drawMath: (text: string, isBlock: boolean) => ReactNode;
  readonly drawCode: (text: string, language: string) => ReactNode;
  /** Ticks a task or takes the tick away: the character at this place of the text becomes another. Absent where nothing can be written. */
  readonly onTick: ((at: number, isDone: boolean) => void) | undefined;
};

/** A link that is followed: to a note, to a tag, or to an address elsewhere. */
export type FollowedLink =
  /** `from`: the path of the note that names it, where that is not the note that is open. */
  | { readonly kind: 'note'; readonly target: string; readonly subpath: string; readonly from?: string }
  | { readonly kind: 'tag'; readonly tag: string }
  /** `text`: what is read of it. */
  | { readonly kind: 'address'; readonly address: string; readonly text: string };

/** Without one, as in a list of notes, nothing leads anywhere, and nothing is fetched. */
export const NoteSurroundContext = createContext<NoteSurround | undefined>(undefined);
