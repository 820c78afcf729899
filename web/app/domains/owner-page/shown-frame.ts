import type { ComponentType } from 'react';
import { createStore } from '../../lib/store.ts';
import type { OwnerHeadProps } from './owner-head.tsx';

/** The owner's frame in parts, which take the places of the visitors': before the page, in it, and after it. */
export type OwnersFrame = {
  readonly Lead: ComponentType;
  readonly Head: ComponentType<OwnerHeadProps>;
  readonly Tail: ComponentType;
};

/** What stands around the page that is shown: the owner's frame where a tool that visitors see is shown to the owner, else the visitors'. */
export const shownFrame = createStore<OwnersFrame | undefined>(undefined);
