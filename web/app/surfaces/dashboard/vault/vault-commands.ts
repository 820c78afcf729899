import type { Command } from '../../../domains/commands/command.ts';
import { leadTo } from '../../../domains/commands/command.ts';
import { commandRegistry } from '../../../domains/commands/command-registry.ts';
import { openPalette } from '../../../domains/commands/palette-state.ts';
import type { VaultItem, VaultState } from '../../../domains/vault/contract/vault-state.ts';
import { lockSignal } from '../../../domains/vault/lock-signal.ts';
import type { VaultStore } from '../../../domains/vault/vault-store.ts';

let offered = false;

/**
 * Lets the palette find the entries of this tab's vault while it is open, and lock it. Once for the page: leaving the view leaves
 * the vault open. Entries are read from the store at each look, so that a lock takes them along; of them nothing is remembered.
 */
export function offerVaultCommands(store: Pick<VaultStore, 'read' | 'subscribe' | 'actions'>): void {
  if (offered) return;
  offered = true;
  let known: { readonly of: VaultState; readonly commands: readonly Command[] } | undefined;
  // What was listed is not kept for the next look, which may be long after the lock; a palette that shows it closes.
  lockSignal.listen(() => {
    known = undefined;
    openPalette(undefined);
  });
  commandRegistry.offer({
    subscribe: store.subscribe,
    read: () => {
      const of = store.read();
      if (of.stage !== 'open') {
        known = undefined;
        return [];
      }
      // The clock of the automatic lock renews the state; the list of entries is the same one.
      if (known?.of.stage !== 'open' || known.of.items !== of.items) known = { of, commands: commandsOf(of.items, store.actions.lock) };
      return known.commands;
    },
  });
}

/** What an open vault offers; entries in the trash are not among it. */
export function commandsOf(items: readonly VaultItem[], lock: (reason: 'button') => void): readonly Command[] {
  return [
    { id: 'action:lock-vault', title: 'Lock vault', group: 'Action', keywords: 'close passwords', run: () => lock('button') },
    ...items.filter(({ details }) => details.trashedAt === null).map(entryCommand),
  ];
}

function entryCommand({ id, details: { title, username, url } }: VaultItem): Command {
  return {
    ...leadTo(
      { id: `vault:${id}`, title, keywords: `${url} vault entry`, href: `/dashboard#vault?entry=${encodeURIComponent(id)}` },
      'Record',
    ),
    note: username,
    isSealed: true,
  };
}
