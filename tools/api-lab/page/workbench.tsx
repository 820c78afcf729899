import { lazy, Suspense, useState } from 'react';
import { useView, ViewLinks } from '../../../web/app/domains/instruments/view-links.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import type { WorkspaceHand } from './kept-workspace.ts';
import type { Tabs } from './request-tabs.tsx';
import { RequestsView } from './requests-view.tsx';
import type { Sender } from './sending/sender.ts';
import { useFrameSender } from './sending/use-frame-sender.tsx';
import { VaultContext } from './vault-values/vault-context.ts';
import type { VaultSource } from './vault-values/vault-values.ts';

const EnvironmentsView = lazy(() => import('./environments-view.tsx'));
const HowItWorks = lazy(() => import('./how-it-works.tsx'));
const RunnerView = lazy(() => import('./runner-view.tsx'));

const views = [
  { id: 'requests', title: 'Requests' },
  { id: 'environments', title: 'Environments' },
  { id: 'runner', title: 'Runner' },
  { id: 'how', title: 'How sending works' },
] as const;

type WorkbenchProps = {
  readonly hand: WorkspaceHand;
  /** Another way to send, which the person may choose. */
  readonly relay?: Sender | undefined;
  /** In the place of the frame. */
  readonly sender?: Sender | undefined;
  /** The owner's open vault. */
  readonly vault?: VaultSource | undefined;
  /** Opens the import; absent where the page's menu offers it. */
  readonly onImport?: (() => void) | undefined;
};

/** The whole lab over one workspace. */
export function Workbench({ hand, relay, sender: given, vault, onImport }: WorkbenchProps) {
  const view = useView(views);
  const [environmentId, setEnvironmentId] = useState('');
  const [usesRelay, setUsesRelay] = useState(false);
  const [tabs, setTabs] = useState<Tabs>({ open: [], active: undefined });
  const { frame, sender: own } = useFrameSender(given === undefined);
  const sender = usesRelay && relay !== undefined ? relay : (given ?? own);
  const environment = hand.workspace.environments.find(({ id }) => id === environmentId);
  return (
    <VaultContext value={vault}>
      {frame}
      <ViewLinks label="Parts of the lab" views={views} current={view} />
      {view.id === 'requests' || view.id === 'runner' ? (
        <div className="mt-5 flex flex-wrap items-end gap-x-6 gap-y-3">
          <SelectField
            label="Environment"
            className="w-56"
            value={environment?.id ?? ''}
            options={[{ value: '', name: 'None' }, ...hand.workspace.environments.map(({ id, name }) => ({ value: id, name }))]}
            onValue={setEnvironmentId}
          />
          {relay === undefined ? (
            <p className="pb-3 text-sm text-muted">Requests leave from your own browser, without cookies, with the origin “null”.</p>
          ) : (
            <SelectField
              label="Send from"
              className="w-72 max-w-full"
              value={usesRelay ? 'relay' : 'browser'}
              options={[
                { value: 'browser', name: 'This browser' },
                { value: 'relay', name: 'The server (it sees everything)' },
              ]}
              onValue={(value) => setUsesRelay(value === 'relay')}
            />
          )}
        </div>
      ) : null}
      <div className="mt-6">
        <Suspense fallback={<Spinner label="Loading" />}>
          {view.id === 'requests' ? (
            <RequestsView hand={hand} environment={environment} sender={sender} tabs={tabs} onTabs={setTabs} onImport={onImport} />
          ) : null}
          {view.id === 'environments' ? <EnvironmentsView hand={hand} /> : null}
          {view.id === 'runner' ? <RunnerView workspace={hand.workspace} environment={environment} sender={sender} /> : null}
          {view.id === 'how' ? <HowItWorks hasRelay={relay !== undefined} /> : null}
        </Suspense>
      </div>
    </VaultContext>
  );
}
