import { useEffect, useRef, useState } from 'react';
import type { VaultActions, VaultState } from '../../../domains/vault/vault-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { AlarmPanel } from './alarm-panel.tsx';
import { LockedPanel } from './locked-panel.tsx';
import { MasterDialog } from './master-dialog.tsx';
import { masterModeOf } from './master-mode.ts';
import { OpenPanel } from './open-panel.tsx';
import { RecoveryKeyDialog } from './recovery-key-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { VaultContext, type VaultDialog } from './vault-context.ts';

type Opening = Extract<VaultState, { stage: 'opening' }>;
type Steady = Exclude<VaultState, Opening>;

type VaultScreenProps = {
  readonly state: VaultState;
  readonly actions: VaultActions;
};

/** The vault, in whichever stage it is. Whatever is typed or shown is gone from the page once it locks. */
export function VaultScreen({ state, actions }: VaultScreenProps) {
  const { steady, opening } = useSteadyState(state);
  const [dialog, showDialog] = useState<VaultDialog | null>(() =>
    state.stage === 'open' && state.tier !== 'secrets' ? { kind: 'master', mode: masterModeOf(state.kind) } : null,
  );
  useClosedByLock(state, showDialog);
  usePendingNotice(state);
  const wantsCode = 'ways' in steady && steady.ways.authenticator;
  return (
    <VaultContext value={{ actions, dialog, showDialog }}>
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="lettering text-2xl">Vault</h1>
        <p className="font-mono text-sm text-muted">256-bit AES</p>
      </header>
      <Stage state={steady} opening={opening} />
      <MasterDialog
        mode={dialog?.kind === 'master' ? dialog.mode : null}
        note={dialog?.kind === 'master' ? dialog.note : undefined}
        wantsCode={wantsCode}
      />
      <SetupDialog purpose={dialog?.kind !== 'setup' ? 'closed' : dialog.reset ? 'reset' : 'first'} />
      <RecoveryKeyDialog open={dialog?.kind === 'recovery-key'} />
    </VaultContext>
  );
}

function Stage({ state, opening }: { readonly state: Steady; readonly opening: Opening | null }) {
  switch (state.stage) {
    case 'loading':
      return (
        <div className="grid min-h-80 place-items-center text-xl text-copper">
          <Spinner label="Loading the vault" />
        </div>
      );
    case 'unreachable':
      return <Unreachable />;
    case 'alarm':
      return <AlarmPanel state={state} />;
    case 'locked':
      return <LockedPanel state={state} opening={opening} />;
    case 'open':
      return <OpenPanel state={state} />;
  }
}

function Unreachable() {
  return (
    <div className="rounded-card border border-hairline bg-surface p-6">
      <StatusMark kind="warning">Failed to load password entries</StatusMark>
      <p className="mt-2 text-muted">The backend does not answer.</p>
      <VaultContext.Consumer>
        {(parts) => (
          <Button className="mt-4" onClick={parts?.actions.retry}>
            Try again
          </Button>
        )}
      </VaultContext.Consumer>
    </div>
  );
}

/** While something is being opened, what was there before stays in place beneath it, with what was typed into it. */
function useSteadyState(state: VaultState): { readonly steady: Steady; readonly opening: Opening | null } {
  const [kept, setKept] = useState<Steady>(state.stage === 'opening' ? { stage: 'loading' } : state);
  if (state.stage === 'opening') return { steady: kept, opening: state };
  if (kept !== state) setKept(state);
  return { steady: state, opening: null };
}

/** Closes what was open over the vault once it is locked. */
function useClosedByLock(state: VaultState, showDialog: (dialog: VaultDialog | null) => void): void {
  const previous = useRef(state.stage);
  useEffect(() => {
    const was = previous.current;
    previous.current = state.stage;
    if (was === 'open' && (state.stage === 'locked' || state.stage === 'alarm')) showDialog(null);
  }, [state.stage, showDialog]);
}

/** Says that the entry which waited for the master has been added. */
function usePendingNotice(state: VaultState): void {
  const toast = useToast();
  const title = state.stage === 'open' ? (state.pending?.details.title ?? null) : null;
  const tier = state.stage === 'open' ? state.tier : 'none';
  const previous = useRef(title);
  useEffect(() => {
    const was = previous.current;
    previous.current = title;
    if (was !== null && title === null && tier === 'secrets') toast({ title: 'Entry Added', description: `“${was}” was saved.` });
  }, [title, tier, toast]);
}
