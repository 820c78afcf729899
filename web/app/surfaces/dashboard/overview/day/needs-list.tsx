import { WarningIcon } from '@castellan/icons/signs/warning';
import { XCircleIcon } from '@castellan/icons/signs/x-circle';
import { useState, useSyncExternalStore } from 'react';
import { markNotifications } from '../../../../domains/notifications/bell-store.ts';
import { dueKey, type Need, type NeedLevel } from '../../../../domains/overview/needs-you.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { Unanswered } from '../../unanswered.tsx';
import { DayRow, type Finished, TakeBack } from './due-rows.tsx';
import type { Day } from './open-day.ts';

/** Rows before the rest is folded away. */
const glance = 6;

/** What needs the owner, the most urgent first; what is not known is said under it. */
export function NeedsList({ day }: { readonly day: Day }) {
  const {
    due,
    needs: { needs, unknown, isWaiting },
  } = useSyncExternalStore(day.subscribe, day.read);
  const [all, setAll] = useState(false);
  const [finished, setFinished] = useState<Finished>();
  const finishOf = (key: string) => due.items.find(({ tool, id }) => dueKey(tool, id) === key)?.finish;
  return (
    <Panel
      hasRows
      title="Needs you"
      aside={needs.length === 0 ? undefined : <p className="sheet-aside">{needs.length.toLocaleString('en-GB')}</p>}
    >
      <TakeBack finished={finished} onTaken={() => setFinished(undefined)} />
      {needs.length === 0 ? <p className="sheet-empty">{emptyOf(isWaiting, unknown.length > 0)}</p> : null}
      {needs.length > 0 ? (
        <ul>
          {(all ? needs : needs.slice(0, glance)).map((need) => (
            <DayRow
              key={need.key}
              title={need.text}
              to={need.to}
              when={need.since}
              isLate={need.level === 'late'}
              act={need.act}
              mark={<Mark level={need.level} />}
              aside={need.notices.length === 0 ? undefined : <Seen need={need} day={day} />}
              finish={finishOf(need.key)}
              onFinished={setFinished}
            />
          ))}
        </ul>
      ) : null}
      {needs.length > glance ? (
        <QuietButton className="-ml-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${(needs.length - glance).toLocaleString('en-GB')} more`}
        </QuietButton>
      ) : null}
      {unknown.length > 0 ? (
        <Unanswered className="sheet-empty" sentence={`Not known: ${unknown.join(', ')}.`} onRetry={day.refresh} />
      ) : null}
    </Panel>
  );
}

function emptyOf(isWaiting: boolean, isUnknown: boolean): string {
  if (isWaiting) return 'Asking the server and the tools.';
  return isUnknown ? 'Of what is known, nothing needs you.' : 'Nothing needs you now.';
}

function Mark({ level }: { readonly level: NeedLevel }) {
  return level === 'failed' ? (
    <span className="text-carmine">
      <Icon drawing={XCircleIcon} label="Alarm" />
    </span>
  ) : (
    <span className="text-amber">
      <Icon drawing={WarningIcon} label="Late" />
    </span>
  );
}

/** Settles what only wants to be seen: its notifications are read then, on every device. */
function Seen({ need, day }: { readonly need: Need; readonly day: Day }) {
  const toast = useToast();
  return (
    <QuietButton
      className="text-sm"
      aria-label={`Mark as seen: ${need.text}`}
      onWork={async () => {
        const marked = await markNotifications(need.notices, true);
        if (!marked.ok) toast({ title: 'Not marked', description: 'The server does not answer, so nothing was changed.', tone: 'alert' });
        await day.refresh();
      }}
    >
      Seen
    </QuietButton>
  );
}
