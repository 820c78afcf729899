import { createStore } from '../../lib/store.ts';
import type { OwnersFrame } from './shown-frame.ts';

/** The owner's frame for tools that visitors see, while the session is known to live; `undefined` for everybody else. */
export const ownersFrame = createStore<OwnersFrame | undefined>(undefined);
