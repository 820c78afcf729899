import { useEffect, useState } from 'react';
import type { EntryContents, EntrySecrets } from '../../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../../domains/vault/contract/vault-state.ts';
import { whileWanted } from '../../../../../lib/while-wanted.ts';
import { useVault } from '../../vault-context.ts';
import { contentsOf } from './held-text.ts';

/** What an entry shows unasked: read once its secrets are open, and again with each version. */
export function useContents({ id, version }: VaultItem, isOpen: boolean, secrets: EntrySecrets | null): EntryContents | undefined {
  const { actions } = useVault();
  const [read, setRead] = useState<EntryContents>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version holds something else.
  useEffect(() => {
    if (!isOpen) return undefined;
    return whileWanted(actions.readContents(id), (answer) => setRead(answer.ok ? answer.value : undefined));
  }, [actions, id, version, isOpen]);
  if (secrets !== null) return contentsOf(secrets);
  return isOpen ? read : undefined;
}
