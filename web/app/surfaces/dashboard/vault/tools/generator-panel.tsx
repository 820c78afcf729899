import { Generator } from '../entries/generator.tsx';
import type { EntryActions } from '../entries/use-entry-actions.ts';
import { ToolFrame } from './tool-frame.tsx';

/** Makes a password for somewhere that is no entry yet. */
export function GeneratorPanel({ entryActions, onBack }: { readonly entryActions: EntryActions; readonly onBack: () => void }) {
  return (
    <ToolFrame title="Generator" lead="Made on this device, and not kept." onBack={onBack}>
      <Generator use="Copy" onUse={(secret) => void entryActions.copyGenerated(secret)} />
    </ToolFrame>
  );
}
