import { useEffectEvent, useMemo } from 'react';
import type { Command } from '../../domains/commands/command.ts';
import { useCommands } from '../../domains/commands/use-commands.ts';

/** Offers `Refresh` while the view is there. */
export function useRefreshCommand(refresh: () => void): void {
  const run = useEffectEvent(refresh);
  useCommands(
    useMemo(
      (): readonly Command[] => [
        { id: 'action:refresh', title: 'Refresh', group: 'Action', keywords: 'reload update now', run: () => run() },
      ],
      [],
    ),
  );
}
