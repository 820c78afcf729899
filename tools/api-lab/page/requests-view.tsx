import { useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { addRequest, findRequest } from './change-workspace.ts';
import { CollectionTree } from './collection-tree.tsx';
import { RequestEditor } from './editors/request-editor.tsx';
import type { WorkspaceHand } from './kept-workspace.ts';
import { type Environment, makeCollection, makeRequest } from './model.ts';
import { RequestTabs, type Tabs } from './request-tabs.tsx';
import type { Sent } from './sending/send-request.ts';
import type { Sender } from './sending/sender.ts';

type RequestsViewProps = {
  readonly hand: WorkspaceHand;
  readonly environment: Environment | undefined;
  readonly sender: Sender | undefined;
  readonly tabs: Tabs;
  readonly onTabs: (tabs: Tabs) => void;
  /** Opens the import; absent where the page's menu offers it. */
  readonly onImport: (() => void) | undefined;
};

/** Collections on the left; open requests, the one at work and its answer on the right. */
export function RequestsView({ hand, environment, sender, tabs, onTabs, onImport }: RequestsViewProps) {
  const { workspace, change } = hand;
  const [answers, setAnswers] = useState<ReadonlyMap<string, Sent>>(new Map());
  const open = tabs.open.map((id) => findRequest(workspace, id)).filter((one) => one !== undefined);
  const placed = open.find(({ request }) => request.id === tabs.active) ?? open.at(-1);
  const show = (id: string) => onTabs({ open: tabs.open.includes(id) ? tabs.open : [...tabs.open, id], active: id });
  const add = (collectionId?: string) => {
    const request = makeRequest();
    const target = collectionId ?? workspace.collections[0]?.id;
    if (target === undefined) change((before) => ({ ...before, collections: [makeCollection({ items: [request] })] }));
    else change((before) => addRequest(before, target, request));
    show(request.id);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <CollectionTree hand={hand} active={placed?.request.id} onShow={show} onAdd={add} onImport={onImport} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <RequestTabs
          open={open.map(({ request }) => request)}
          active={placed?.request.id}
          onShow={show}
          onClose={(id) => onTabs({ open: tabs.open.filter((one) => one !== id), active: tabs.active === id ? undefined : tabs.active })}
        />
        {placed === undefined ? (
          <div className="grid min-h-72 place-content-center justify-items-center gap-4 border border-dashed border-edge p-6 text-center">
            <p className="text-muted">Open a request from a collection, make a new one, or import what you have.</p>
            <Button onClick={() => add()}>New request</Button>
          </div>
        ) : (
          <RequestEditor
            key={placed.request.id}
            placed={placed}
            environment={environment}
            sender={sender}
            sent={answers.get(placed.request.id)}
            onSent={(sent) => setAnswers((before) => new Map([...before, [placed.request.id, sent]]))}
            change={change}
          />
        )}
      </div>
    </div>
  );
}
