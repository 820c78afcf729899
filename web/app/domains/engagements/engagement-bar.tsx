import { QuietButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { SealedGate, stageOf } from '../records/sealed-gate.tsx';
import { useCollection } from '../records/use-collection.ts';
import { chosenEngagement } from './chosen-engagement.ts';
import { type Engagement, engagements, engagementsApp, inOrder } from './engagement-record.ts';
import type { PendingRuns, ShownRun } from './pending-runs.ts';
import { RunQuestion } from './run-question.tsx';
import { ShownRunPlace } from './shown-run-place.tsx';

type EngagementBarProps = {
  readonly chosen: string | undefined;
  readonly pending: PendingRuns | undefined;
  /** The owner asked for the list. */
  readonly isChoosing: boolean;
  /** The run whose report the page shows. */
  readonly shown: ShownRun | undefined;
  readonly onMoved: () => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Which engagement runs belong to, the choice of another one, and the question before a run that it does not permit. */
export function EngagementBar({ chosen, pending, isChoosing, shown, onMoved, onDone, onClose }: EngagementBarProps) {
  const { state } = useCollection(engagements, engagementsApp.id);
  const leave = () => {
    chosenEngagement.clear();
    // What waited for the engagement's word does not begin later.
    onDone();
    onClose();
  };
  const stage = stageOf(state);
  if (stage === 'open') {
    return (
      <section aria-label="Engagement" className="mt-4">
        <Choice rows={inOrder(state.rows)} chosen={chosen} onLeave={leave} />
        {shown === undefined ? null : <ShownRunPlace key={shown.id} shown={shown} rows={state.rows} chosen={chosen} onMoved={onMoved} />}
        {pending === undefined ? null : (
          <RunQuestion engagement={state.rows.find(({ id }) => id === chosen)} pending={pending} onDone={onDone} />
        )}
      </section>
    );
  }
  const isWanted = pending !== undefined || isChoosing;
  return (
    <section aria-label="Engagement" className="mt-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <StatusMark kind="info">
          {chosen === undefined ? 'The engagements are sealed.' : 'An engagement is chosen. Its name and its scope are sealed.'}
        </StatusMark>
        <QuietButton onClick={leave}>{chosen === undefined ? 'Close' : 'Leave the engagement'}</QuietButton>
      </p>
      {isWanted ? (
        <div className="mt-3">
          <SealedGate state={state} noun={['engagement', 'engagements']}>
            {() => null}
          </SealedGate>
        </div>
      ) : null}
      {pending === undefined ? null : (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-3">
          <StatusMark kind="warning">
            Nothing was sent: whether the engagement permits this run cannot be seen while the vault is locked.
          </StatusMark>
          <QuietButton onClick={onDone}>Do not run</QuietButton>
          <QuietButton
            onClick={() => {
              pending.go(null);
              onDone();
            }}
          >
            Run it in no engagement
          </QuietButton>
        </div>
      )}
    </section>
  );
}

type ChoiceProps = { readonly rows: readonly Engagement[]; readonly chosen: string | undefined; readonly onLeave: () => void };

function Choice({ rows, chosen, onLeave }: ChoiceProps) {
  const isGone = chosen !== undefined && !rows.some(({ id }) => id === chosen);
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <SelectField
          label="Engagement of the runs"
          className="min-w-60"
          value={isGone ? '' : (chosen ?? '')}
          options={[
            { value: '', name: 'None' },
            ...rows.map(({ id, title, client }) => ({ value: id, name: client === '' ? title : `${title} · ${client}` })),
          ]}
          onValue={(id) => (id === '' ? onLeave() : chosenEngagement.write(id))}
        />
        <p className="pb-3 text-sm text-muted">
          {rows.length === 0
            ? 'There is no engagement yet. They are made on the dashboard, under Super Apps › Engagements.'
            : 'Remembered until you close this tab.'}
        </p>
      </div>
      {isGone ? (
        <StatusMark kind="warning">The engagement that was chosen is not there any more. Choose another one, or none.</StatusMark>
      ) : null}
    </>
  );
}
