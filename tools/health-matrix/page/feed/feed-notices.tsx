import { lazy, Suspense, useState } from 'react';
import { GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import { metricNamed } from '../metric-names.ts';
import { metricOf } from '../metrics.ts';
import type { FeedKey } from './feed-keys.ts';
import { feedFailureText } from './feed-words.ts';
import type { OpenedFeed } from './open-feed.ts';
import type { FeedPlan, LeftValue } from './plan-feed.ts';
import { publishOwnKey } from './publish-key.ts';

const ProofDialog = lazy(() =>
  import('../../../../web/app/domains/session/proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })),
);

type FeedNoticesProps = {
  readonly opened: OpenedFeed;
  readonly plan: FeedPlan;
  readonly keys: readonly FeedKey[];
  /** The key that the server has, where it is none of the vault's. */
  readonly exchanged: string | null | undefined;
  readonly onDiscard: (ids: readonly string[]) => Promise<void>;
  readonly again: () => Promise<void>;
};

/** What of the feed cannot be kept, and why: nothing of it is dropped before the owner says so. */
export function FeedNotices({ opened, plan, keys, exchanged, onDiscard, again }: FeedNoticesProps) {
  const { otherKey, broken } = opened;
  return (
    <ul aria-label="What could not be kept" className="mt-3 grid gap-3 empty:hidden">
      {exchanged === undefined ? null : <ExchangedKey keys={keys} published={exchanged} again={again} />}
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
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <StatusMark kind="warning" className="min-w-0 wrap-anywhere">
        {text}
      </StatusMark>
      <QuietButton onWork={onDiscard}>Discard</QuietButton>
    </li>
  );
}

type ExchangedKeyProps = Pick<FeedNoticesProps, 'keys' | 'again'> & { readonly published: string | null };

function ExchangedKey({ keys, published, again }: ExchangedKeyProps) {
  const [isProofAsked, setProofAsked] = useState(false);
  const toast = useToast();
  const publish = async () => {
    const done = await publishOwnKey(keys, published);
    if (!done.ok && done.failure.code === 'proof') return setProofAsked(true);
    if (done.ok) toast({ title: 'Key published' });
    else toast({ title: 'Not published', description: feedFailureText(done.failure), tone: 'alert' });
    await again();
  };
  return (
    <li>
      <StatusMark kind="failure">
        The server seals what your phone sends to a key that is none of this vault’s. Publish this vault’s key, and revoke tokens that you
        do not know.
      </StatusMark>
      <GhostButton className="mt-2" onWork={publish}>
        Publish this vault’s key
      </GhostButton>
      {isProofAsked ? (
        <Suspense>
          <ProofDialog
            open
            description="What your phone sends will be sealed to the key that you publish."
            onAnswer={(isGiven) => {
              setProofAsked(false);
              if (isGiven) void publish();
            }}
          />
        </Suspense>
      ) : null}
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
