import { type ComponentType, useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { CollectionState, ImportUnderWay } from './collection-state.ts';

const manyChanges = 100;

/** Says honestly what the server knows of all collections: everything, or how much waits here and why. */
export function SyncStatus({ state }: { readonly state: CollectionState<unknown> }) {
  const { link, waiting, outlivesPage, stuck, closed, updatedAtMs, importing } = state;
  const moving = waiting - stuck;
  const asking = stuck - closed;
  const changes = moving === 1 ? '1 change waits' : `${moving} changes wait`;
  const place = outlivesPage ? 'in this browser' : 'in this tab only: do not close it';
  const said = (
    <div role="status" className="min-h-6 text-sm">
      {link === 'signed-out' ? (
        <StatusMark kind="warning">{`The session has ended. ${moving > 0 ? `${changes} ${place} until you sign in.` : 'Sign in to continue.'}`}</StatusMark>
      ) : link === 'away' ? (
        <StatusMark kind="warning">{`The server does not answer. ${moving > 0 ? `${changes} ${place}.` : 'What you see is what was last known.'}`}</StatusMark>
      ) : moving > 0 ? (
        <StatusMark kind="info">{`${changes} to be sent.`}</StatusMark>
      ) : asking > 0 ? (
        <StatusMark kind="warning">{`${asking === 1 ? '1 change is' : `${asking} changes are`} not saved and ${asking === 1 ? 'waits' : 'wait'} for you.`}</StatusMark>
      ) : closed > 0 ? (
        <StatusMark kind="warning">{`${closed === 1 ? '1 sealed change is' : `${closed} sealed changes are`} sent once ${closed === 1 ? 'its app' : 'their app'} and the vault are open.`}</StatusMark>
      ) : updatedAtMs === undefined ? null : (
        <StatusMark kind="success">
          Saved. <Freshness atMs={updatedAtMs} />
        </StatusMark>
      )}
    </div>
  );
  // What is sent with one request is over before it could be read.
  const long = importing.filter(({ of }) => of > manyChanges);
  return long.length === 0 ? (
    said
  ) : (
    <div>
      {said}
      <LongImports imports={long} />
    </div>
  );
}

/** Their progress, whose code comes with the first one. */
function LongImports({ imports }: { readonly imports: readonly ImportUnderWay[] }) {
  const [Part, setPart] = useState<ComponentType<{ readonly imports: readonly ImportUnderWay[] }>>();
  useEffect(
    () =>
      whileWanted(
        import('./imports/import-progress.tsx'),
        ({ ImportProgress }) => setPart(() => ImportProgress),
        () => undefined,
      ),
    [],
  );
  return Part === undefined ? null : <Part imports={imports} />;
}

function Freshness({ atMs }: { readonly atMs: number }) {
  const seconds = Math.max(0, Math.round((useNow(10_000) - atMs) / 1000));
  return (
    <span className="text-muted" aria-hidden="true">
      {seconds < 60 ? 'Synced just now.' : `Synced ${Math.floor(seconds / 60)} min ago.`}
    </span>
  );
}
