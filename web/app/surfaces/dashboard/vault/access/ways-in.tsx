import { succeed } from '@castellan/foundation/result';
import { DesktopIcon } from '@castellan/icons/devices/desktop';
import { FingerprintIcon } from '@castellan/icons/security/fingerprint';
import { KeyIcon } from '@castellan/icons/security/key';
import { ScrollIcon } from '@castellan/icons/things/scroll';
import { useEffect, useState } from 'react';
import { listPasskeyFactors, type PasskeyFactor, removePasskeyFactor } from '../../../../domains/session/passkey-factor.ts';
import { derivationText } from '../../../../domains/vault/access/crack-cost-text.ts';
import { commonFailureText, masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { failureOfBackend } from '../../../../domains/vault/session/failure-of.ts';
import type { BackendFailure } from '../../../../lib/backend-failure.ts';
import { isHostedProject } from '../../../../lib/stored-session.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { Icon, type IconDrawing } from '../../../../ui/icon.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { LetOpenDialog } from './let-open-dialog.tsx';
import { type MergedWay, mergeWays } from './merged-ways.ts';
import { useFreshProof } from './use-fresh-proof.tsx';

const kinds: Readonly<Record<WayIn['kind'], { readonly name: string; readonly drawing: IconDrawing; readonly opens: string }>> = {
  master: { name: 'Master password', drawing: KeyIcon, opens: 'opens everything' },
  recovery: { name: 'Recovery key', drawing: ScrollIcon, opens: 'opens everything' },
  passkey: { name: 'Passkey', drawing: FingerprintIcon, opens: 'opens everything' },
  device: { name: 'Device', drawing: DesktopIcon, opens: 'opens the list, with a fresh code' },
};

/** Every way into the vault, with what changes or removes it. */
export function WaysIn({ ways, state }: { readonly ways: readonly WayIn[] | null; readonly state: OpenState }) {
  const [letting, setLetting] = useState<PasskeyFactor | null>(null);
  const [removing, setRemoving] = useState<MergedWay | null>(null);
  const { factors, readAgain } = usePasskeyFactors(ways);
  if (ways === null || factors === undefined) return <Spinner label="Loading unlock methods" />;
  const canWrite = !state.offline;
  return (
    <>
      <ul className="divide-y divide-hairline border-b border-hairline">
        {mergeWays(ways, factors ?? []).map((merged) => (
          <Way
            key={merged.key}
            merged={merged}
            onLetOpen={canWrite && merged.way === undefined ? setLetting : undefined}
            canRemove={canWrite && (merged.kind !== 'master' || merged.way?.listed === false)}
            onRemove={() => setRemoving(merged)}
          />
        ))}
      </ul>
      {factors === null && canWrite ? <p className="mt-2 text-sm text-amber">Your sign-in passkeys could not be loaded.</p> : null}
      {canWrite ? (
        <ChangeWays ways={state.ways} />
      ) : (
        <p className="mt-3 text-sm text-muted">To add or change one needs the server, which does not answer.</p>
      )}
      <LetOpenDialog factor={letting} ways={state.ways} onClose={() => setLetting(null)} />
      <RemoveDialog merged={removing} ways={state.ways} onRemoved={readAgain} onClose={() => setRemoving(null)} />
    </>
  );
}

/** What can be added or changed; all of it at the server. */
function ChangeWays({ ways }: Pick<OpenState, 'ways'>) {
  const { showDialog } = useVault();
  return (
    <div className="mt-3 -ml-2 flex flex-wrap gap-x-4">
      <QuietButton onClick={() => showDialog({ kind: 'passkey' })}>Add a passkey</QuietButton>
      <QuietButton onClick={() => showDialog({ kind: 'master', mode: 'change' })}>Change master password</QuietButton>
      <QuietButton onClick={() => showDialog({ kind: 'recovery-key' })}>New recovery key</QuietButton>
      {ways.authenticator ? (
        <>
          <QuietButton onClick={() => showDialog({ kind: 'setup', reset: true })}>Reset 2FA</QuietButton>
          {isHostedProject() ? null : <QuietButton onClick={() => showDialog({ kind: 'recovery-codes' })}>New recovery codes</QuietButton>}
        </>
      ) : (
        <QuietButton onClick={() => showDialog({ kind: 'setup', reset: false })}>Set up 2FA</QuietButton>
      )}
    </div>
  );
}

type WayProps = {
  readonly merged: MergedWay;
  /** For a passkey that signs in and opens nothing. */
  readonly onLetOpen: ((factor: PasskeyFactor) => void) | undefined;
  readonly canRemove: boolean;
  readonly onRemove: () => void;
};

function Way({ merged, onLetOpen, canRemove, onRemove }: WayProps) {
  const { kind, label, way, factor } = merged;
  const { name, drawing } = kinds[kind];
  const cost = way?.cost == null ? '' : `Argon2id, ${derivationText(way.cost)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <Icon drawing={drawing} className="shrink-0 text-copper" />
      <div className="min-w-0 flex-1 basis-36">
        <p>
          {name}
          {way?.here ? <span className="ml-2 font-mono text-sm text-verdigris">this one</span> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{[label, cost, effectOf(merged)].filter((text) => text !== '').join(' · ')}</p>
        {way?.listed === false ? <StatusMark kind="warning">Not added by this vault. Remove it.</StatusMark> : null}
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-x-4">
        {onLetOpen === undefined || factor === undefined ? null : (
          <QuietButton aria-label={`Let it unlock the vault: ${nameOf(merged)}`} onClick={() => onLetOpen(factor)}>
            Let it unlock the vault
          </QuietButton>
        )}
        {canRemove ? (
          <QuietButton aria-label={`Remove ${nameOf(merged)}`} onClick={onRemove}>
            Remove
          </QuietButton>
        ) : null}
      </div>
    </li>
  );
}

function effectOf({ kind, way, factor }: MergedWay): string {
  if (way === undefined) return 'signs in after the password; does not unlock the vault';
  return factor === undefined ? kinds[kind].opens : `${kinds[kind].opens}, and signs in after the password`;
}

function nameOf({ kind, label }: MergedWay): string {
  const name = kinds[kind].name.toLowerCase();
  return label === '' ? `the ${name}` : `the ${name} “${label}”`;
}

const consequences: Readonly<Record<WayIn['kind'], string>> = {
  master: 'It was not added by this vault.',
  recovery: 'The printed key no longer works. Without a recovery key or passkey, a lost master password means losing everything.',
  passkey: 'It no longer unlocks the vault. The passkey stays in its authenticator until you delete it there.',
  device:
    'A code no longer unlocks the list there until the master password is entered again. A vault that is open there stays open until it locks.',
};

const staysInAuthenticator = 'The passkey stays in its authenticator until you delete it there.';

const keptFor = 'It is kept for 30 days; restore it under “Lost something?”.';

function consequenceOf({ kind, way, factor }: MergedWay): string {
  if (factor === undefined) return kind === 'device' ? consequences[kind] : `${consequences[kind]} ${keptFor}`;
  const lost = way === undefined ? 'It no longer signs you in.' : 'It no longer unlocks the vault or signs you in.';
  return `${lost} ${staysInAuthenticator}`;
}

type RemoveProps = {
  readonly merged: MergedWay | null;
  readonly ways: VaultWays;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
};

function RemoveDialog({ merged, ways, onRemoved, onClose }: RemoveProps) {
  const { actions } = useVault();
  const toast = useToast();
  const fresh = useFreshProof();
  const [form, setForm] = useState<ProofForm>(noProof);
  const [error, setError] = useState<string>();
  const wantsKey = merged?.way?.listed === true && merged.kind !== 'device';
  // The factor first: what it wants besides is asked for while the way in is still there.
  const removeBoth = async ({ way, factor }: MergedWay): Promise<Removal> => {
    const signsIn = factor === undefined ? succeed(undefined) : await removePasskeyFactor(factor.factorId);
    if (!signsIn.ok) return isStale(signsIn.failure) ? 'stale' : { text: factorFailureText(signsIn.failure) };
    const opens =
      way === undefined ? succeed(undefined) : await actions.security.removeWayIn(way.slotId, wantsKey ? proofOf(form) : undefined);
    if (opens.ok) return 'removed';
    return { text: opens.failure.code === 'fresh_proof_wanted' ? commonFailureText(opens.failure) : masterFailureText(opens.failure) };
  };
  const close = () => {
    fresh.reset();
    setForm(noProof);
    setError(undefined);
    onClose();
  };
  const remove = async (asked: MergedWay) => {
    if (wantsKey && proofOf(form) === undefined) return setError('Enter your master password.');
    setError(undefined);
    // What is typed wrong is said before the passkey stops signing in.
    const proof = wantsKey ? proofOf(form) : undefined;
    const proven = proof === undefined ? succeed(undefined) : await actions.security.prove(proof);
    if (!proven.ok) return setError(masterFailureText(proven.failure));
    const removal = await fresh.run(
      () => removeBoth(asked),
      (result) => result === 'stale',
    );
    if (removal === undefined) return;
    onRemoved();
    close();
    if (removal === 'removed') toast({ title: 'Unlock method removed' });
    else toast({ title: 'Error', description: removal === 'stale' ? 'The passkey prompt was cancelled.' : removal.text, tone: 'alert' });
  };
  return (
    <AlertDialog
      open={merged !== null}
      title={merged === null ? '' : `Remove ${nameOf(merged).slice(0, 80)}?`}
      description={merged === null ? '' : consequenceOf(merged)}
      confirm={{ label: 'Remove', destroys: true, onWork: async () => merged && remove(merged) }}
      onClose={close}
    >
      {wantsKey ? (
        <div className="space-y-4">
          <ProofFields
            ways={{ recoveryKey: false, passkeys: ways.passkeys.filter(({ slotId }) => slotId !== merged?.way?.slotId) }}
            value={form}
            error={error}
            autoFocus={false}
            onChange={setForm}
          />
        </div>
      ) : null}
      {fresh.field}
    </AlertDialog>
  );
}

/** Done, wanting a fresh proof first, or what to say. */
type Removal = 'removed' | 'stale' | { readonly text: string };

const isStale = (failure: BackendFailure) => failure.code === 'refused' && failure.reason === 'reauthentication_needed';

function factorFailureText(failure: BackendFailure): string {
  if (failure.code === 'refused' && failure.reason === 'last_factor_not_deletable') {
    return 'It is the only second factor of your account. Set up 2FA or add another passkey first.';
  }
  return commonFailureText(failureOfBackend(failure));
}

/** The passkeys that sign in: `undefined` while they are read, `null` where they could not be. Asked again with the ways in. */
function usePasskeyFactors(ways: readonly WayIn[] | null) {
  const isQuiet = useVault().dialog === null;
  const [factors, setFactors] = useState<readonly PasskeyFactor[] | null>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other ways in, and a dialog that closed, may mean other factors.
  useEffect(() => {
    if (!isQuiet) return undefined;
    return whileWanted(listPasskeyFactors(), (asked) => setFactors(asked.ok ? asked.value : null));
  }, [ways, turn, isQuiet]);
  return { factors, readAgain: () => setTurn((turns) => turns + 1) };
}
