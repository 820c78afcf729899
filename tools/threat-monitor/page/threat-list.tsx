import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import { counted } from '../knowledge/counted.ts';
import { askAssessments, type ListName } from './threat-answers.ts';
import { ThreatItem } from './threat-item.tsx';
import type { Threats } from './use-threats.ts';

const lists: readonly { readonly id: ListName; readonly name: string; readonly none: string }[] = [
  { id: 'mine', name: 'In your inventory', none: 'No vulnerability in your inventory is known. What was not looked at is listed above.' },
  { id: 'exploited', name: 'Known exploited', none: 'CISA KEV has not been read yet.' },
  { id: 'due', name: 'Due from today', none: 'No entry in CISA KEV is due from today.' },
];

/** The ranked lists. */
export function ThreatList({ threats, hasInventory }: { readonly threats: Threats; readonly hasInventory: boolean }) {
  const { look, list, status, show, showMore } = threats;
  const assess = useAssessments(threats);
  const shown = lists.find(({ id }) => id === list);
  const total = look?.totals[list] ?? 0;
  const canAssess = look?.sources.some(({ id, isOff }) => id === 'ssvc' && !isOff) === true;
  const open = (look?.items ?? []).filter(({ id, ssvc }) => ssvc === undefined && id.startsWith('CVE-')).map(({ id }) => id);
  return (
    <Panel
      title="What to fix first"
      aside={
        canAssess && open.length > 1 ? (
          <QuietButton onWork={() => assess(open)}>{`Get CISA SSVC for ${Math.min(open.length, 50)}`}</QuietButton>
        ) : null
      }
    >
      <fieldset className="flex min-w-0 gap-x-1 overflow-x-auto border-b border-hairline sm:flex-wrap sm:overflow-visible">
        <legend className="sr-only">List</legend>
        {lists.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={list === id}
            onClick={() => show(id)}
            className={classNames(
              'min-h-11 shrink-0 border-b-2 px-3.5 whitespace-nowrap sm:-mb-px',
              list === id ? 'border-copper text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {name} <span className="font-mono text-sm text-muted tabular-nums">{look?.totals[id].toLocaleString('en') ?? ''}</span>
          </button>
        ))}
      </fieldset>
      {look === undefined && status === 'loading' ? <Waiting label="Loading the list" className="min-h-40 text-xl" /> : null}
      {look === undefined ? null : total === 0 ? (
        <p className="py-6 text-muted">
          {list === 'mine' && !hasInventory ? 'Your inventory is empty. Add a lock file, an SBOM or a product below.' : shown?.none}
        </p>
      ) : (
        <ol className="[&>li:first-child]:border-t-0">
          {look.items.map((item, index) => (
            <ThreatItem
              key={item.id}
              item={item}
              today={look.today}
              place={index + 1}
              assess={canAssess ? (id) => void assess([id]) : undefined}
            />
          ))}
        </ol>
      )}
      {look !== undefined && look.items.length < total ? (
        <GhostButton className="mt-2" onClick={showMore}>
          {`Show more of ${total.toLocaleString('en')}`}
        </GhostButton>
      ) : null}
      {status === 'away' && look === undefined ? (
        <div role="status" className="grid justify-items-start gap-4 pt-4">
          <StatusMark kind="warning">The list cannot be shown: the server does not answer.</StatusMark>
          <GhostButton onClick={() => void threats.read()}>Try again</GhostButton>
        </div>
      ) : null}
    </Panel>
  );
}

function useAssessments({ read }: Threats) {
  const tell = useToast();
  return async (cves: readonly string[]) => {
    const answer = await askAssessments(cves);
    await read();
    if (!answer.ok) tell({ title: 'Not queried', description: 'The server did not answer. Try again in a moment.', tone: 'alert' });
    else if (answer.value.hasFailed)
      tell({
        title: 'Some requests failed',
        description: 'CISA SSVC does not answer now. Assessments that were read before are kept.',
        tone: 'alert',
      });
    else tell({ title: `${counted(answer.value.assessed, 'assessment')} found`, description: describeRest(answer.value) });
  };
}

function describeRest({ asked, assessed }: { readonly asked: number; readonly assessed: number }): string {
  if (asked === 0) return 'They were queried within the last hour.';
  return asked === assessed ? 'All requested assessments were found.' : `CISA has not assessed ${asked - assessed} of them.`;
}
