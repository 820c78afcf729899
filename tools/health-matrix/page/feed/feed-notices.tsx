import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { metricNamed } from '../metric-names.ts';
import { metricOf } from '../metrics.ts';
import type { OpenedFeed } from './open-feed.ts';
import type { FeedPlan, LeftValue } from './plan-feed.ts';

type FeedNoticesProps = {
  readonly opened: OpenedFeed;
  readonly plan: FeedPlan;
  readonly onDiscard: (ids: readonly string[]) => Promise<void>;
};

/** What of the feed cannot be kept, and why: nothing of it is dropped before the owner says so. */
export function FeedNotices({ opened, plan, onDiscard }: FeedNoticesProps) {
  const { otherKey, broken } = opened;
  return (
    <ul aria-label="What could not be kept" className="mt-5 grid gap-2 first:mt-0 empty:hidden">
      {otherKey.length === 0 ? null : (
        <Notice
          text={`${counted(otherKey.length)} sealed to a key that is none of this vault’s, so nobody can open ${otherKey.length === 1 ? 'it' : 'them'} here. Either the vault was replaced, or somebody exchanged the key at the server.`}
          onDiscard={() => onDiscard(otherKey)}
        />
      )}
      {broken.length === 0 ? null : (
        <Notice
          text={`${counted(broken.length)} damaged: this vault’s key does not open ${broken.length === 1 ? 'it' : 'them'}.`}
          onDiscard={() => onDiscard(broken)}
        />
      )}
      {plan.left.slice(0, 5).map((left) => (
        <Notice key={left.reading.id} text={leftText(left)} onDiscard={() => onDiscard([left.reading.id])} />
      ))}
      {plan.left.length > 5 ? (
        <Notice
          text={`${counted(plan.left.length - 5)
            .replace(' is', ' more is')
            .replace(' are', ' more are')} not kept for such reasons.`}
          onDiscard={() => onDiscard(plan.left.slice(5).map(({ reading }) => reading.id))}
        />
      ) : null}
    </ul>
  );
}

function Notice({ text, onDiscard }: { readonly text: string; readonly onDiscard: () => Promise<void> }) {
  return (
    <li>
      <StatusMark kind="warning" className="wrap-anywhere">
        {text}
      </StatusMark>
      <div className="ml-5">
        <QuietButton onWork={onDiscard}>Discard</QuietButton>
      </div>
    </li>
  );
}

function counted(many: number): string {
  return many === 1 ? '1 value is' : `${many.toLocaleString('en-GB')} values are`;
}

function leftText({ reading: { measure, value, unit }, reason }: LeftValue): string {
  const said = `${measure} ${value}${unit === '' ? '' : ` ${unit}`}`;
  if (reason === 'measure') return `${said}: no measure is called so, or it is one of a check-in.`;
  const metric = metricOf(metricNamed(measure) ?? '');
  if (reason === 'unit') return `${said}: ${metric?.title} is kept in ${metric?.unit === '' ? 'no unit' : metric?.unit}. Send it so.`;
  return `${said}: ${metric?.title} lies between ${metric?.least} and ${metric?.most}${metric?.unit === '' ? '' : ` ${metric?.unit}`}.`;
}
