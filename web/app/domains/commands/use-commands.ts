import { useEffect } from 'react';
import type { Command, KeyList } from './command.ts';
import { commandRegistry } from './command-registry.ts';

/** Offers commands and keys while the component is there. Hand in lists that stay the same between two draws. */
export function useCommands(commands: readonly Command[], keyLists?: readonly KeyList[]): void {
  useEffect(() => commandRegistry.offer({ read: () => commands, ...(keyLists === undefined ? {} : { keyLists }) }), [commands, keyLists]);
}
