import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { lazy, Suspense, useState } from 'react';
import { AlertDialog } from '../../../web/app/ui/alert-dialog.tsx';
import { Button, GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { changeCollection } from './change-workspace.ts';
import { AuthEditor } from './editors/auth-editor.tsx';
import { MethodMark } from './editors/method-mark.tsx';
import { PairEditor } from './editors/pair-editor.tsx';
import { saveCollection } from './formats/save-collection.ts';
import type { WorkspaceHand } from './kept-workspace.ts';
import { type ApiCollection, type Item, makeCollection, requestsOf } from './model.ts';

// Fetched when first wanted, and by the owner alone: it brings the vault along.
const ExportCollectionDialog = lazy(() => import('./formats/export-collection-dialog.tsx'));

type TreeProps = {
  readonly hand: WorkspaceHand;
  readonly active: string | undefined;
  readonly onShow: (id: string) => void;
  readonly onAdd: (collectionId: string) => void;
  readonly onImport: (() => void) | undefined;
};

/** All collections with their folders and requests. */
export function CollectionTree({ hand: { workspace, change, recordOf }, active, onShow, onAdd, onImport }: TreeProps) {
  const [editing, setEditing] = useState<string>();
  const [doomed, setDoomed] = useState<ApiCollection>();
  const [leaving, setLeaving] = useState<ApiCollection>();
  const edited = workspace.collections.find(({ id }) => id === editing);
  return (
    <section aria-label="Collections" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between">
        <h2 className="lettering text-lg">Collections</h2>
        <div className="-mr-2 flex">
          {onImport === undefined ? null : <QuietButton onClick={onImport}>Import</QuietButton>}
          <QuietButton
            onClick={() => {
              const made = makeCollection({ name: 'New collection' });
              change((before) => ({ ...before, collections: [...before.collections, made] }));
              setEditing(made.id);
            }}
          >
            New
          </QuietButton>
        </div>
      </div>
      {workspace.collections.length === 0 ? <p className="text-muted">None yet.</p> : null}
      {workspace.collections.map((collection) => (
        <details key={collection.id} open className="group border-t border-hairline">
          <summary className="target flex cursor-pointer list-none items-center gap-2 font-semibold">
            <Icon drawing={CaretRightIcon} className="transition-transform group-open:rotate-90" />
            <span className="min-w-0 flex-1 truncate">{collection.name}</span>
            <span className="font-mono text-sm font-normal text-muted">{requestsOf(collection.items).length}</span>
          </summary>
          <Items items={collection.items} active={active} onShow={onShow} />
          <div className="flex flex-wrap pb-2 text-sm">
            <QuietButton aria-label={`New request in ${collection.name}`} onClick={() => onAdd(collection.id)}>
              New request
            </QuietButton>
            <QuietButton aria-label={`Settings of ${collection.name}`} onClick={() => setEditing(collection.id)}>
              Settings
            </QuietButton>
          </div>
        </details>
      ))}
      <Dialog
        open={edited !== undefined}
        title="Collection"
        description="Its name, the authentication that requests inherit, and variables that all of them share."
        onClose={() => setEditing(undefined)}
        actions={
          edited === undefined ? null : (
            <>
              <GhostButton onClick={() => (recordOf === undefined ? void saveCollection(edited) : setLeaving(edited))}>
                Export for Postman
              </GhostButton>
              <Button tone="danger" onClick={() => setDoomed(edited)}>
                Delete
              </Button>
            </>
          )
        }
      >
        {edited === undefined ? null : (
          <CollectionForm collection={edited} onChange={(changed) => change((before) => changeCollection(before, changed))} />
        )}
      </Dialog>
      <Suspense fallback={null}>
        {leaving === undefined ? null : (
          <ExportCollectionDialog collection={leaving} recordId={recordOf?.(leaving.id)} onClose={() => setLeaving(undefined)} />
        )}
      </Suspense>
      <AlertDialog
        open={doomed !== undefined}
        title="Delete this collection?"
        description={`“${doomed?.name ?? ''}” and its ${requestsOf(doomed?.items ?? []).length} requests will be removed. Export it first if you may need it later.`}
        confirm={{
          label: 'Delete',
          destroys: true,
          onConfirm: () => {
            change((before) => ({ ...before, collections: before.collections.filter(({ id }) => id !== doomed?.id) }));
            setDoomed(undefined);
            setEditing(undefined);
          },
        }}
        onClose={() => setDoomed(undefined)}
      />
    </section>
  );
}

type ItemsProps = { readonly items: readonly Item[]; readonly active: string | undefined; readonly onShow: (id: string) => void };

function Items({ items, active, onShow }: ItemsProps) {
  return (
    <ul className="grid">
      {items.map((item) => (
        <li key={item.id}>
          {item.kind === 'folder' ? (
            <details className="pl-3">
              <summary className="target cursor-pointer content-center text-sm text-muted">{item.name}</summary>
              <Items items={item.items} active={active} onShow={onShow} />
            </details>
          ) : (
            <button
              type="button"
              aria-current={item.id === active ? 'true' : undefined}
              className={classNames(
                'target grid w-full grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-2 pl-2 text-left text-sm hover:bg-surface',
                item.id === active ? 'bg-surface font-medium' : undefined,
              )}
              onClick={() => onShow(item.id)}
            >
              <MethodMark method={item.method} />
              <span className="truncate">{item.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type FormProps = { readonly collection: ApiCollection; readonly onChange: (collection: ApiCollection) => void };

function CollectionForm({ collection, onChange }: FormProps) {
  return (
    <div className="grid gap-6">
      <TextField
        label="Name"
        value={collection.name}
        autoComplete="off"
        maxLength={200}
        onValue={(value) => onChange({ ...collection, name: value })}
      />
      <AuthEditor auth={collection.auth} mayInherit={false} onChange={(auth) => onChange({ ...collection, auth })} />
      <PairEditor
        label="Variables"
        takes="vault"
        pairs={collection.variables}
        onChange={(variables) => onChange({ ...collection, variables: [...variables] })}
      />
    </div>
  );
}
