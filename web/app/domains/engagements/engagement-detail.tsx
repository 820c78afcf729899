import { useSyncExternalStore } from 'react';
import { GhostButton, QuietButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Day } from '../tasks/day.ts';
import { chosenEngagement } from './chosen-engagement.ts';
import type { Engagement } from './engagement-record.ts';
import { EngagementRuns } from './engagement-runs.tsx';
import { standingOf } from './find-engagements.ts';

type EngagementDetailProps = {
  readonly engagement: Engagement;
  readonly today: Day;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
};

/** One engagement: what was agreed, and what was done. */
export function EngagementDetail({ engagement, today, onEdit, onDelete }: EngagementDetailProps) {
  const { id, title, client, contact, tester, scope, in_scope, out_of_scope, permitted_by, notes } = engagement;
  const chosen = useSyncExternalStore(chosenEngagement.subscribe, chosenEngagement.read, () => undefined);
  const permission = `${standingOf(engagement, today).text}${permitted_by === '' ? '' : `, given by ${permitted_by}`}`;
  const facts = [
    ['Client', client],
    ['Contact', contact],
    ['Tested by', tester],
    ['Permission', permission],
    ['Scope', scope],
    ['In scope', in_scope.length === 0 ? 'Nothing: every run will ask.' : in_scope.join('\n')],
    ['Out of scope', out_of_scope.join('\n')],
    ['Notes', notes],
  ].filter(([, value]) => value !== '');
  return (
    <Panel title={title} className="mt-6 wrap-anywhere">
      <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={`whitespace-pre-line ${label === 'In scope' || label === 'Out of scope' ? 'font-mono text-sm' : ''}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {chosen === id ? (
          <GhostButton onClick={chosenEngagement.clear}>Stop using it for the runs of this tab</GhostButton>
        ) : (
          <GhostButton onClick={() => chosenEngagement.write(id)}>Use it for the runs of this tab</GhostButton>
        )}
        <QuietButton onClick={onEdit}>Edit</QuietButton>
        <QuietButton onClick={onDelete}>Delete</QuietButton>
      </div>
      <EngagementRuns engagement={engagement} />
    </Panel>
  );
}
