import { DesktopIcon } from '@phosphor-icons/react/dist/ssr/Desktop';
import { FingerprintIcon } from '@phosphor-icons/react/dist/ssr/Fingerprint';
import { KeyIcon } from '@phosphor-icons/react/dist/ssr/Key';
import { ScrollIcon } from '@phosphor-icons/react/dist/ssr/Scroll';
import { useState } from 'react';
import type { WayIn } from '../../../domains/vault/vault-security.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconDrawing } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { derivationText } from './crack-cost-text.ts';
import { commonFailureText } from './failure-text.ts';
import { type OpenState, useVault } from './vault-context.ts';

const kinds: Readonly<Record<WayIn['kind'], { readonly name: string; readonly drawing: IconDrawing; readonly opens: string }>> = {
  master: { name: 'Master password', drawing: KeyIcon, opens: 'opens everything' },
  recovery: { name: 'Recovery key', drawing: ScrollIcon, opens: 'opens everything' },
  passkey: { name: 'Passkey', drawing: FingerprintIcon, opens: 'opens everything' },
  device: { name: 'Device', drawing: DesktopIcon, opens: 'opens the list, with a fresh code' },
};

const order = ['master', 'recovery', 'passkey', 'device'] as const;

/** Every way into the vault, with what changes or removes it. */
export function WaysIn({ ways, state }: { readonly ways: readonly WayIn[] | null; readonly state: OpenState }) {
  const { showDialog } = useVault();
  const [removing, setRemoving] = useState<WayIn | null>(null);
  if (ways === null) return <Spinner label="Reading the ways in" />;
  const sorted = [...ways].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const canWrite = !state.offline;
  return (
    <>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {sorted.map((way) => (
          <Way
            key={way.slotId}
            way={way}
            canRemove={canWrite && (way.kind !== 'master' || !way.listed)}
            onRemove={() => setRemoving(way)}
          />
        ))}
      </ul>
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-4">
        <Button tone="quiet" disabled={!canWrite} onClick={() => showDialog({ kind: 'passkey' })}>
          Add a passkey
        </Button>
        <Button tone="quiet" disabled={!canWrite} onClick={() => showDialog({ kind: 'master', mode: 'change' })}>
          Change master password
        </Button>
        <Button tone="quiet" disabled={!canWrite} onClick={() => showDialog({ kind: 'recovery-key' })}>
          New recovery key
        </Button>
        {state.ways.authenticator ? (
          <>
            <Button tone="quiet" onClick={() => showDialog({ kind: 'setup', reset: true })}>
              Reset 2FA
            </Button>
            <Button tone="quiet" onClick={() => showDialog({ kind: 'recovery-codes' })}>
              New recovery codes
            </Button>
          </>
        ) : (
          <Button tone="quiet" onClick={() => showDialog({ kind: 'setup', reset: false })}>
            Set up 2FA
          </Button>
        )}
      </div>
      <RemoveDialog way={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

type WayProps = { readonly way: WayIn; readonly canRemove: boolean; readonly onRemove: () => void };

function Way({ way, canRemove, onRemove }: WayProps) {
  const { name, drawing, opens } = kinds[way.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <Icon drawing={drawing} className="shrink-0 text-copper" />
      <div className="min-w-0 flex-1">
        <p>
          {name}
          {way.here ? <span className="ml-2 font-mono text-sm text-verdigris">this one</span> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {[way.label, way.cost === null ? '' : `Argon2id, ${derivationText(way.cost)}`, opens].filter((text) => text !== '').join(' · ')}
        </p>
        {way.listed ? null : <StatusMark kind="warning">Not added by this vault. Remove it.</StatusMark>}
      </div>
      {canRemove ? (
        <Button tone="quiet" aria-label={`Remove ${nameOf(way)}`} onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </li>
  );
}

function nameOf({ kind, label }: WayIn): string {
  const name = kinds[kind].name.toLowerCase();
  return label === '' ? `the ${name}` : `the ${name} “${label}”`;
}

const consequences: Readonly<Record<WayIn['kind'], string>> = {
  master: 'It was not added by this vault.',
  recovery: 'The printed key opens nothing any more. Without one, a lost master password loses everything, unless a passkey is left.',
  passkey: 'It opens nothing any more. The passkey itself stays in its authenticator until you delete it there.',
  device:
    'A code opens nothing there any more, until the master password is given on it again. A vault that is open there stays open until it locks.',
};

function RemoveDialog({ way, onClose }: { readonly way: WayIn | null; readonly onClose: () => void }) {
  const { actions } = useVault();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async ({ slotId }: WayIn) => {
    setBusy(true);
    const removed = await actions.security.removeWayIn(slotId);
    setBusy(false);
    onClose();
    if (removed.ok) toast({ title: 'Way in removed' });
    else toast({ title: 'Error', description: commonFailureText(removed.failure), tone: 'alert' });
  };
  return (
    <AlertDialog
      open={way !== null}
      title={way === null ? '' : `Remove ${nameOf(way).slice(0, 80)}?`}
      description={way === null ? '' : consequences[way.kind]}
      confirm={{ label: 'Remove', destroys: true, busy, onConfirm: () => way && void remove(way) }}
      onClose={onClose}
    />
  );
}
