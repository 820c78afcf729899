import { useReducer } from 'react';
import type { Revealed } from './list/entry-panes.tsx';
import type { VaultToolName } from './tools/vault-tool-panel.tsx';

/** What the open vault shows: a tool, or the list with the chosen entry. */
type ShownPart = {
  readonly tool: VaultToolName | null;
  readonly selectedId: string | null;
  /** The secrets that were asked for, of the entry that was chosen then. */
  readonly revealed: Revealed | null;
  /** How many entries were opened by the address. */
  readonly addressed: number;
  /** How many entries were saved: each is shown, also where the list stands in its place. */
  readonly saved: number;
  /** How many entries were deleted here: the one in their place has the focus. */
  readonly deleted: number;
};

type Step =
  | { readonly to: 'tool'; readonly tool: VaultToolName | null }
  | { readonly to: 'entry'; readonly id: string | null }
  | { readonly to: 'secrets'; readonly revealed: Revealed | null }
  /** From wherever one is; secrets are hidden again. */
  | { readonly to: 'entry from elsewhere'; readonly id: string; readonly isAddressed?: boolean }
  | { readonly to: 'saved entry'; readonly id: string }
  /** From one that was deleted. */
  | { readonly to: 'next entry'; readonly id: string | null };

/** Where the owner is in the open vault, and the steps from there. */
export function useShownPart() {
  return useReducer(takeStep, { tool: null, selectedId: null, revealed: null, addressed: 0, saved: 0, deleted: 0 });
}

function takeStep(shown: ShownPart, step: Step): ShownPart {
  switch (step.to) {
    case 'tool':
      return { ...shown, tool: step.tool };
    case 'entry':
      return { ...shown, selectedId: step.id, revealed: step.id === shown.revealed?.id ? shown.revealed : null };
    case 'secrets':
      return { ...shown, revealed: step.revealed };
    case 'entry from elsewhere': {
      const addressed = shown.addressed + (step.isAddressed === true ? 1 : 0);
      return { ...shown, tool: null, selectedId: step.id, revealed: null, addressed };
    }
    case 'saved entry':
      return { ...shown, selectedId: step.id, revealed: null, saved: shown.saved + 1 };
    case 'next entry':
      return { ...shown, selectedId: step.id, revealed: null, deleted: shown.deleted + 1 };
  }
}
