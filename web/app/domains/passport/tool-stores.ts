import { createContext } from 'react';
import type { StoreMeanings } from './browser-stores.ts';

/** What the tools keep in this browser, by key. Filled by whoever knows the tools, above every private page. */
export const ToolStores = createContext<StoreMeanings>({});
