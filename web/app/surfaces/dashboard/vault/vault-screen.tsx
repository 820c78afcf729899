import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { HeadSlotsContext } from '../../../domains/owner-page/head-slots.ts';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { SealedSentences } from '../../../domains/owner-page/sealed-state.tsx';
import { copyEndedTexts } from '../../../domains/vault/away/copy-texts.ts';
import type { VaultInbox } from '../../../domains/vault/captures/vault-inbox.ts';
import type { VaultActions, VaultState, VaultWays } from '../../../domains/vault/contract/vault-state.ts';
import { storedSiteIcons } from '../../../domains/vault/entries/icon-choice.ts';
import { Button } from '../../../ui/button.tsx';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { MasterDialog } from './access/master-dialog.tsx';
import { VaultProofDialog } from './access/proof-dialog.tsx';
import { LockDialog } from './lock-button.tsx';
import { OpenPanel } from './open-panel.tsx';
import { AlarmPanel } from './unlock/alarm-panel.tsx';
import { LockedPanel } from './unlock/locked-panel.tsx';
import { masterModeOf } from './unlock/master-mode.ts';
import { VaultContext, type VaultDialog } from './vault-context.ts';

// Fetched when one is asked for: the list opens without them. An alarm is none of them: it must not depend on what can be fetched.
const RareDialogs = fetchedPart(() => import('./rare-dialogs.tsx').then((file) => file.RareDialogs));

const rareKinds: readonly (VaultDialog['kind'] | undefined)[] = ['setup', 'recovery-key', 'recovery-codes', 'passkey', 'rotate', 'help'];

/** As every app says it of its records; the tables of docs/vault-security.md say it in full. */
const whatIsSealed = {
  sealed:
    'Encrypted: titles, user names, addresses, passwords, notes and icons. The server knows how many entries there are, when they changed and how large they are.',
  clear: 'Not encrypted: category, favourite, and the names of passkeys and devices. The server can read them.',
};

type Opening = Extract<VaultState, { stage: 'opening' }>;
type Steady = Exclude<VaultState, Opening>;

type VaultScreenProps = {
  readonly state: VaultState;
  readonly actions: VaultActions;
  readonly inbox: VaultInbox;
};

/** The vault, in whichever stage it is. Whatever is typed or shown is gone from the page once it locks. */
export function VaultScreen({ state, actions, inbox }: VaultScreenProps) {
  const { steady, opening } = useSteadyState(state);
  const [dialog, showDialog] = useState<VaultDialog | null>(() =>
    state.stage === 'open' && state.tier !== 'secrets' ? { kind: 'master', mode: masterModeOf(state.kind) } : null,
  );
  const locks = useClosedByLock(steady, showDialog);
  usePendingNotice(state);
  useUnreachableNotice(state.stage);
  const wantsIcons = useSyncExternalStore(storedSiteIcons.subscribe, iconsWanted, () => false);
  const icons = wantsIcons && state.stage === 'open' ? state.icons : null;
  const ways = 'ways' in steady ? steady.ways : null;
  const isOpen = steady.stage === 'open';
  const [stateSlot, setStateSlot] = useState<HTMLElement | null>(null);
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ state: stateSlot, tools: toolSlot }), [stateSlot, toolSlot]);
  const requestLock = () => (actions.unkeptCount() > 0 ? showDialog({ kind: 'lock' }) : actions.lock('button'));
  return (
    <VaultContext value={{ actions, inbox, dialog, icons, showDialog, requestLock }}>
      <PageHead
        id="vault"
        title="Vault"
        state={
          <>
            <span ref={setStateSlot} className="page-slot" />
            <span className={isOpen ? 'max-md:hidden' : undefined}>256-bit AES</span>
            <SealedSentences {...whatIsSealed} />
            {/* The menu of the open vault has it. */}
            {isOpen ? null : (
              <button type="button" className="page-state-button" onClick={() => showDialog({ kind: 'help' })}>
                Lost something?
              </button>
            )}
          </>
        }
        tools={<span ref={setToolSlot} className="page-slot" />}
      />
      <HeadSlotsContext value={slots}>
        <Stage state={steady} opening={opening} />
      </HeadSlotsContext>
      <MasterDialog
        key={`master ${locks}`}
        mode={dialog?.kind === 'master' ? dialog.mode : null}
        note={dialog?.kind === 'master' ? dialog.note : undefined}
        ways={ways}
        tier={steady.stage === 'open' ? steady.tier : 'none'}
        recoveryKey={dialog?.kind === 'master' ? dialog.recoveryKey : undefined}
      />
      <RareDialogsFromFirstUse key={`rare ${locks}`} isAsked={rareKinds.includes(dialog?.kind)} ways={ways} />
      <LockDialog />
      <VaultProofDialog />
    </VaultContext>
  );
}

/** From the first use on they stay: one that closes still has to put away what it showed. */
function RareDialogsFromFirstUse({ isAsked, ways }: { readonly isAsked: boolean; readonly ways: VaultWays | null }) {
  const [isUsed, setUsed] = useState(isAsked);
  if (isAsked && !isUsed) setUsed(true);
  return isUsed ? <RareDialogs ways={ways} /> : null;
}

function iconsWanted(): boolean {
  return storedSiteIcons.read() ?? false;
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
      return <Unreachable copy={state.copy} />;
    case 'alarm':
      return <AlarmPanel state={state} />;
    case 'locked':
      return <LockedPanel state={state} opening={opening} />;
    case 'open':
      return <OpenPanel state={state} />;
  }
}

function Unreachable({ copy }: Pick<Extract<VaultState, { stage: 'unreachable' }>, 'copy'>) {
  return (
    <div className="py-6">
      <StatusMark kind="warning">Failed to load password entries</StatusMark>
      <p className="mt-2 text-muted">{copy === undefined ? 'The server does not answer.' : copyEndedTexts[copy]}</p>
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

/** Closes what was open over the vault once it is locked. The number grows with each lock: a dialog made again has forgotten everything. */
function useClosedByLock({ stage }: Steady, showDialog: (dialog: VaultDialog | null) => void): number {
  const [seen, setSeen] = useState({ stage, locks: 0 });
  if (seen.stage !== stage) {
    const isLocked = seen.stage === 'open';
    setSeen({ stage, locks: isLocked ? seen.locks + 1 : seen.locks });
    if (isLocked) showDialog(null);
  }
  return seen.locks;
}

/** Says that what waited for the master has been added. Toasts outlive a lock: they name no entry. */
function usePendingNotice(state: VaultState): void {
  const toast = useToast();
  const waiting = state.stage === 'open' ? state.pending.length : 0;
  const isOpen = state.stage === 'open' && state.tier === 'secrets';
  const previous = useRef(waiting);
  useEffect(() => {
    const was = previous.current;
    previous.current = waiting;
    if (was > waiting && isOpen)
      toast({ title: 'Entry Added', description: 'The entry that was waiting for the master password was saved.' });
  }, [waiting, isOpen, toast]);
}

/** Says once more in a toast that nothing could be loaded, each time that it was tried (spec §8). */
function useUnreachableNotice(stage: VaultState['stage']): void {
  const toast = useToast();
  useEffect(() => {
    if (stage !== 'unreachable') return;
    toast({ title: 'Failed to load password entries', description: 'The server does not answer.', tone: 'alert' });
  }, [stage, toast]);
}
