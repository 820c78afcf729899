import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PageStateFrom } from '../../../web/app/domains/owner-page/head-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import { SealedGate } from '../../../web/app/domains/records/sealed-gate.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { type EditToast, useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { apiLab } from '../manifest.ts';
import { firstWorkspace, type WorkspaceHand } from './kept-workspace.ts';
import { type LabRecord, labRecords, readWorkspace, recordOfCollection, tooLarge, writeEdits } from './lab-records.ts';
import type { Workspace } from './model.ts';
import { createRelaySender } from './sending/relay-sender.ts';
import { useImport } from './use-import.tsx';
import { vaultSourceOf } from './vault-values/browser-vault-source.ts';
import { useOriginQuestion } from './vault-values/use-origin-question.tsx';
import type { VaultSource } from './vault-values/vault-values.ts';
import { Workbench } from './workbench.tsx';

/** How long after the last change it is sealed and sent: not at every letter. */
const restMs = 700;

/** The lab over the owner's sealed records, with the relay. */
export default function OwnerLab() {
  const draw = useCallback(() => <SealedLab />, []);
  return (
    <div className="mt-4">
      <SecretRoot draw={draw} />
    </div>
  );
}

function SealedLab() {
  const hand = useCollection(labRecords, apiLab.id);
  return (
    <SealedGate state={hand.state} noun={['collection', 'collections']}>
      {() => (
        <>
          <PageStateFrom records={hand.state} isVaultOpen />
          <SyncConflicts collection={hand} />
          <OpenLab hand={hand} />
        </>
      )}
    </SealedGate>
  );
}

function OpenLab({ hand }: { readonly hand: CollectionInHand<LabRecord> }) {
  const relay = useMemo(() => createRelaySender(true), []);
  const { tell, undo } = useEditToast(hand.undo);
  const { vault, question } = useOriginQuestion(useVaultSource());
  const own = useSealedWorkspace(hand, tell);
  const { openImport, importDialog } = useImport(own.change);
  const large = tooLarge(own.workspace);
  return (
    <>
      <PageToolsFrom menu={{ onUndo: undo, onImport: openImport }} />
      {large.length === 0 ? null : (
        <p role="status" className="my-3">
          <StatusMark kind="warning">{`Too large to be sealed, and not kept: ${large.join(', ')}. Divide it, or delete requests.`}</StatusMark>
        </p>
      )}
      <Workbench hand={own} relay={relay} vault={vault} />
      {question}
      {importDialog}
      <Trash collection={labRecords} hand={hand} noun="collection or environment" today={dayOf(new Date())} tell={tell} />
    </>
  );
}

/** The open vault, whose code is here by now: it opened the records. */
function useVaultSource(): VaultSource | undefined {
  const [source, setSource] = useState<VaultSource>();
  useEffect(() => {
    const loading = import('../../../web/app/domains/vault/browser-vault.client.ts');
    return whileWanted(
      loading,
      ({ browserVault }) => setSource(vaultSourceOf(browserVault())),
      () => undefined,
    );
  }, []);
  return source;
}

/**
 * The records as one workspace. Changes show at once, and are sealed when nothing was changed for a moment, and on leaving. Savings
 * wait for each other: what the one before created must be there to be changed.
 */
function useSealedWorkspace({ state: { rows }, edit }: CollectionInHand<LabRecord>, tell: EditToast['tell']): WorkspaceHand {
  const kept = useMemo(() => readWorkspace(rows), [rows]);
  const [changed, setChanged] = useState<Workspace>();
  const workspace = changed ?? (rows.length === 0 ? firstWorkspaceOnce() : kept);
  const latest = useRef(rows);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const created = useRef(new Map<string, string>());
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    if (changed === undefined) return undefined;
    const save = () => {
      waiting.current = undefined;
      saving.current = saving.current.then(async () => {
        const edits = writeEdits(latest.current, changed, created.current);
        const isKept = edits.length === 0 || (await tell(edit(edits)));
        if (isKept && tooLarge(changed).length === 0) setChanged((now) => (now === changed ? undefined : now));
      });
    };
    waiting.current = save;
    const alarm = setTimeout(save, restMs);
    return () => clearTimeout(alarm);
  }, [changed, edit, tell]);
  useEffect(() => () => waiting.current?.(), []);
  const change = useCallback(
    (by: (workspace: Workspace) => Workspace) => setChanged((before) => by(before ?? (rows.length === 0 ? firstWorkspaceOnce() : kept))),
    [kept, rows.length],
  );
  const recordOf = useCallback((id: string) => recordOfCollection(rows, id), [rows]);
  return { workspace, change, recordOf };
}

let first: Workspace | undefined;

/** The same until it is kept, so that its ids stay. */
function firstWorkspaceOnce(): Workspace {
  first ??= firstWorkspace();
  return first;
}
