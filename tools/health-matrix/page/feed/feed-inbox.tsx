import { DeviceMobileIcon } from '@castellan/icons/devices/device-mobile';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { deleteWaitingValues, type FeedState, loadWaitingValues } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { type FeedKeyVerdict, isSound } from '../../../../web/app/domains/health-feed/judge-feed-key.ts';
import { KeyNotice } from '../../../../web/app/domains/health-feed/key-notice.tsx';
import type { BundlesInHand } from '../../../../web/app/domains/sealed-bundles/use-bundles.ts';
import { dateLabel, timeOf } from '../../../../web/app/domains/tasks/day.ts';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { judgeFeed } from '../../../../web/app/domains/vault/checks/feed-key.ts';
import type { VaultCore } from '../../../../web/app/domains/vault/session/store-core.ts';
import { storedUserId } from '../../../../web/app/lib/stored-session.ts';
import { whileWanted } from '../../../../web/app/lib/while-wanted.ts';
import { AlertDialog } from '../../../../web/app/ui/alert-dialog.tsx';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Icon } from '../../../../web/app/ui/icon.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import type { HealthRecord } from '../health-records.ts';
import { metricOf, valueText } from '../metrics.ts';
import { feedKeeping } from './feed-keeping.ts';
import { FeedNotices } from './feed-notices.tsx';
import { type OpenedFeed, openFeed } from './open-feed.ts';
import { type PlannedValue, planFeed } from './plan-feed.ts';

type FeedInboxProps = {
  /** The opened vault: this browser's, unless another is handed in. */
  readonly core?: VaultCore;
  readonly feed: FeedState;
  readonly hand: Pick<BundlesInHand<HealthRecord>, 'view' | 'edit'>;
  /** Whether the server has every record. */
  readonly isSent: boolean;
  /** Asks the server again how the feed stands. */
  readonly again: () => Promise<void>;
};

type Seen = { readonly opened: OpenedFeed; readonly verdict: FeedKeyVerdict };
/** `failed`: the server did not answer what waits. */
type Shown = Seen | 'loading' | 'failed';

const nothing: Seen = { opened: { readings: [], otherKey: [], broken: [] }, verdict: 'none' };
/** Values that are listed at once. */
const step = 6;

/** What a phone sent and is in no record yet, once the vault is open. What became a record is deleted at the server once it has that. */
export default function FeedInbox({ core = browserVault().core, feed, hand, isSent, again }: FeedInboxProps) {
  const toast = useToast();
  const seen = useOpened(core, feed);
  const { opened, verdict } = typeof seen === 'string' ? nothing : seen;
  const plan = useMemo(() => planFeed(opened.readings, hand.view.byId), [opened, hand.view]);
  const discard = useCallback(
    async (ids: readonly string[]) => {
      const gone = await deleteWaitingValues(ids);
      if (!gone.ok) toast({ title: 'Not discarded', description: 'The server did not answer. Try again.', tone: 'alert' });
      await again();
    },
    [again, toast],
  );
  useClearing(plan.there, isSent, again);
  const keep = useCallback(async () => {
    const many = plan.fresh.length;
    const kept = await hand.edit(({ byId }) => ({ put: planFeed(opened.readings, byId).records }));
    // The toast outlives a lock: it names numbers alone.
    if (kept.ok) toast({ title: `${valuesText(many)} kept` });
    else toast({ title: 'Not kept', description: 'Nothing was changed: this could not be kept here now.', tone: 'alert' });
  }, [hand, opened, plan, toast]);
  const keepsByItself = useSyncExternalStore(feedKeeping.subscribe, feedKeeping.read) === 'by itself';
  // Whoever exchanged the key at the server can also seal values to the vault's own: until the owner has looked, nothing becomes a record by itself.
  const isWanted = keepsByItself && verdict !== 'exchanged' && plan.fresh.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that there is something, not for each drawing.
  useEffect(() => {
    if (isWanted) void keep();
  }, [isWanted]);
  if (typeof seen === 'string' && feed.waiting > 0) return <NotYet seen={seen} waiting={feed.waiting} again={again} />;
  const hasNotices = !isSound(verdict) || plan.left.length + opened.otherKey.length + opened.broken.length > 0;
  if (plan.fresh.length === 0 && !hasNotices) return null;
  return (
    <PhonePanel count={feed.waiting}>
      {/* An alarm stands before what may be kept. */}
      <KeyNotice core={core} verdict={verdict} again={again} />
      {plan.fresh.length === 0 ? null : <FreshValues values={plan.fresh} onKeep={keep} onDiscard={discard} />}
      <FeedNotices opened={opened} plan={plan} onDiscard={discard} />
    </PhonePanel>
  );
}

function PhonePanel({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <Panel
      title="From your phone"
      className="mb-6"
      aside={<Icon drawing={DeviceMobileIcon} className="text-2xl text-copper" />}
      count={count}
    >
      {children}
    </Panel>
  );
}

type NotYetProps = { readonly seen: 'loading' | 'failed'; readonly waiting: number; readonly again: () => Promise<void> };

/** In the place of values that wait, until they are here. */
function NotYet({ seen, waiting, again }: NotYetProps) {
  return (
    <PhonePanel count={waiting}>
      {seen === 'loading' ? (
        <p role="status" className="text-muted">{`Opening ${valuesText(waiting)}.`}</p>
      ) : (
        <>
          <StatusMark kind="warning">{`${valuesText(waiting)} could not be fetched: the server did not answer.`}</StatusMark>
          <GhostButton className="mt-2" onWork={again}>
            Try again
          </GhostButton>
        </>
      )}
    </PhonePanel>
  );
}

const valuesText = (many: number) => (many === 1 ? '1 value' : `${many.toLocaleString('en-GB')} values`);

type FreshValuesProps = {
  readonly values: readonly PlannedValue[];
  readonly onKeep: () => Promise<void>;
  readonly onDiscard: (ids: readonly string[]) => Promise<void>;
};

function FreshValues({ values, onKeep, onDiscard }: FreshValuesProps) {
  const [shown, setShown] = useState(step);
  const [isAsked, setAsked] = useState(false);
  const many = valuesText(values.length);
  return (
    <>
      <ul aria-label="Values from your phone">
        {values.slice(0, shown).map(({ id, metric, value, day, atMs }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-hairline border-t py-1.5 first:border-t-0">
            <span>{`${metricOf(metric)?.title ?? metric} ${valueText(metric, value)}`}</span>
            <span className="text-muted tabular-nums">{`${dateLabel(day, 'short')}, ${timeOf(new Date(atMs))}`}</span>
          </li>
        ))}
      </ul>
      {values.length > shown ? (
        <QuietButton className="-ml-2" onClick={() => setShown(shown + 50)}>{`Show more of ${values.length - shown}`}</QuietButton>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onWork={onKeep}>{`Keep ${many}`}</Button>
        <QuietButton onClick={() => setAsked(true)}>Discard</QuietButton>
      </div>
      <AlertDialog
        open={isAsked}
        title={`Discard ${many}?`}
        description="They are deleted at the server, where nothing else keeps them."
        confirm={{
          label: 'Discard',
          destroys: true,
          onWork: async () => {
            await onDiscard(values.map(({ id }) => id));
            setAsked(false);
          },
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

/** What waits, opened with the keys that the server told of together with the published one. */
function useOpened(core: VaultCore, feed: FeedState): Shown {
  const [seen, setSeen] = useState<Shown>('loading');
  useEffect(() => {
    const work = async (): Promise<Shown> => {
      const stands = await judgeFeed(core, feed);
      // Locked meanwhile: nothing is shown any more.
      if (stands === undefined) return nothing;
      const { verdict, keys } = stands;
      const values = feed.waiting === 0 ? undefined : await loadWaitingValues();
      if (values === undefined) return { ...nothing, verdict };
      return values.ok ? { opened: await openFeed(keys, storedUserId() ?? '', values.value), verdict } : 'failed';
    };
    return whileWanted(work(), setSeen);
  }, [core, feed]);
  return seen;
}

/** Deletes at the server what is in records that it has. */
function useClearing(there: readonly string[], isSent: boolean, again: () => Promise<void>): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ids = isSent ? there.filter((id) => !asked.current.has(id)) : [];
    if (ids.length === 0) return;
    for (const id of ids) asked.current.add(id);
    void deleteWaitingValues(ids).then(again);
  }, [there, isSent, again]);
}
