import { useEffect, useSyncExternalStore } from 'react';
import { sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { Transfer, Transfers } from './transfers.ts';

/** Large files on their way, each with how far it is and the way to stop it. Nothing is drawn while there are none. */
export function TransferList({ transfers }: { readonly transfers: Transfers }) {
  const all = useSyncExternalStore(transfers.subscribe, transfers.read);
  const isAdding = all.some(({ way }) => way === 'adding');
  useEffect(() => {
    if (!isAdding) return undefined;
    // A page that is left takes a file with it that is not whole yet.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAdding]);
  if (all.length === 0) return null;
  return (
    <Panel title="Large files" count={all.length} hasRows className="mt-4 mb-6">
      <ul>
        {all.map((one) => (
          <li key={one.id} className="grid gap-2 border-b border-hairline py-3">
            <TransferRow transfer={one} {...transfers} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type TransferRowProps = Pick<Transfers, 'cancel' | 'tryAgain'> & { readonly transfer: Transfer };

function TransferRow({ transfer: { id, way, name, bytes, done, state }, cancel, tryAgain }: TransferRowProps) {
  const label = `${way === 'adding' ? 'Adding' : 'Fetching'} ${name}`;
  if (typeof state === 'object')
    return (
      <>
        <p role="alert" className="wrap-anywhere">
          <span className="block">{name}</span>
          <StatusMark kind="failure">{state.fault}</StatusMark>
        </p>
        <div className="flex flex-wrap gap-2">
          <GhostButton onClick={() => tryAgain(id)}>Try again</GhostButton>
          <GhostButton onClick={() => cancel(id)}>Do not add it</GhostButton>
        </div>
      </>
    );
  return (
    <>
      <p className="leading-snug wrap-anywhere">
        {name}
        {way === 'adding' ? <span className="block text-sm text-muted">Not saved before it is whole.</span> : null}
      </p>
      <Progress
        label={label}
        done={done}
        total={bytes}
        text={state === 'waiting' ? `waits · ${sizeLabel(bytes)}` : `${sizeLabel(done)} of ${sizeLabel(bytes)}`}
        stop={{ label: 'Cancel', onStop: () => cancel(id) }}
      />
    </>
  );
}
