import { PencilSimpleIcon } from '@castellan/icons/signs/pencil-simple';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { CalendarPlusIcon } from '@castellan/icons/things/calendar-plus';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { CountdownPanel } from './countdown-panel.tsx';
import { EarnedPanel } from './earned-panel.tsx';
import { usePayday } from './payday-context.ts';
import { type PayPlan, payPlans } from './plan/pay-plan.ts';
import { PricePanel } from './price-panel.tsx';
import { SafePanel } from './safe-panel.tsx';
import { useHolidays } from './use-holidays.ts';
import { usePaydayKeys } from './use-payday-keys.ts';
import { YearPanel } from './year-panel.tsx';

const PlanDialog = lazy(() => import('./plan/plan-dialog.tsx'));
const ImportPlansDialog = lazy(() => import('./plan/import-plans-dialog.tsx'));
const ExportPayDialog = lazy(() => import('./plan/export-pay-dialog.tsx'));

/** Everything of one pay, and what stands above it. */
export default function PaydayViews({ sample }: { readonly sample: SampleSwitch }) {
  const { plans, hand, undo, tell, today, isSample } = usePayday();
  const [chosen, setChosen] = useState('');
  const [editing, setEditing] = useState<string>();
  const [isImporting, setImporting] = useState(false);
  const [exporting, setExporting] = useState<'calendar' | 'json'>();
  usePaydayKeys({ add: useCallback(() => setEditing('new'), []), undo });
  useAddress({ onNew: () => setEditing('new'), onPay: setChosen });
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  return (
    <>
      <PageToolsFrom
        menu={{
          own:
            plan === undefined
              ? []
              : [
                  { label: 'Edit pay', drawing: PencilSimpleIcon, onChoose: () => setEditing(plan.id) },
                  { label: 'Calendar (.ics)', drawing: CalendarPlusIcon, onChoose: () => setExporting('calendar') },
                ],
          onUndo: undo,
          onImport: () => setImporting(true),
          onExport: plan === undefined ? undefined : () => setExporting('json'),
          hasKeys: true,
          sample,
        }}
        action={plan === undefined ? undefined : { label: 'Add pay', drawing: PlusIcon, onPress: () => setEditing('new') }}
      />
      {plan === undefined ? null : plans.length === 1 ? (
        <h2 className="lettering flex min-h-11 items-center text-lg wrap-anywhere">{plan.name}</h2>
      ) : (
        <div className="mt-3 max-w-80">
          <SelectField
            label="Pay"
            labelHidden
            value={plan.id}
            options={plans.map(({ id, name }) => ({ value: id, name }))}
            onValue={setChosen}
          />
        </div>
      )}
      <div className="mt-4 grid gap-6">
        {plan === undefined ? <FirstView onAdd={() => setEditing('new')} onSample={sample.onShow} /> : <OnePay key={plan.id} plan={plan} />}
      </div>
      {isSample ? null : <Trash collection={payPlans} hand={hand} noun="pay" today={today} tell={tell} />}
      <Suspense fallback={null}>
        {editing === undefined ? null : <PlanDialog key={editing} id={editing} onSaved={setChosen} onClose={() => setEditing(undefined)} />}
        {isImporting ? <ImportPlansDialog onClose={() => setImporting(false)} /> : null}
        {exporting === undefined || plan === undefined ? null : (
          <ExportPayDialog plan={plan} form={exporting} onClose={() => setExporting(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function OnePay({ plan }: { readonly plan: PayPlan }) {
  const { status, retry } = useHolidays(plan);
  return (
    <>
      {status === 'missing' ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <StatusMark kind="warning">
            The public holidays of this place could not be had from the server: until then only weekends move a payday.
          </StatusMark>
          <QuietButton onClick={retry}>Ask again</QuietButton>
        </p>
      ) : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CountdownPanel plan={plan} />
        <SafePanel plan={plan} />
        <EarnedPanel plan={plan} />
        <PricePanel plan={plan} />
      </div>
      <YearPanel plan={plan} isAsking={status === 'asked'} />
    </>
  );
}

function FirstView({ onAdd, onSample }: { readonly onAdd: () => void; readonly onSample: (() => void) | undefined }) {
  return (
    <EmptyState of="payday-fun" title="Begin with your pay">
      <p className="max-w-prose text-muted">
        What you are paid, how often, and where. From that come the next payday with the reason for its date, what is safe to spend until
        then, and what a price is in hours of work. Everything is encrypted in this browser before it is saved or sent. Your server learns
        only the country and region, to look up holidays.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onAdd}>Add your pay</Button>
        {onSample === undefined ? null : <QuietButton onClick={onSample}>Try it with sample data</QuietButton>}
      </div>
    </EmptyState>
  );
}

/** `#new` and `#pay=ID`: taken once, and then gone from the address. */
function useAddress({ onNew, onPay }: { readonly onNew: () => void; readonly onPay: (id: string) => void }): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address is news.
  useEffect(() => {
    const [, id] = /^#pay=([\w-]{1,100})$/.exec(hash) ?? [];
    if (hash === '#new') onNew();
    else if (id !== undefined) onPay(id);
    else return;
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  }, [hash]);
}
