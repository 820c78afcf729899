import { createContext } from 'react';
import type { VaultSource } from './vault-values.ts';

/** The owner's open vault; `undefined` for visitors, who choose no values from one. */
export const VaultContext = createContext<VaultSource | undefined>(undefined);
