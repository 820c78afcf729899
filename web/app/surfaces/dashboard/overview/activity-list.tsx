import { CheckCircleIcon } from '@castellan/icons/signs/check-circle';
import { XCircleIcon } from '@castellan/icons/signs/x-circle';
import type { ActivityEntry } from '../../../domains/activity/activity-entry.ts';
import { type NamedEntry, sayActivity } from '../../../domains/activity/say-activity.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { relativeTime } from './relative-time.ts';

type ActivityListProps = {
  readonly entries: readonly ActivityEntry[];
  /** Knows the open vault's entries: handed in only within a `SecretRoot`. */
  readonly nameOf?: (entryId: string) => NamedEntry | undefined;
};

/** Rows of the log: how each ended, what it says, how long ago. */
export function ActivityList({ entries, nameOf }: ActivityListProps) {
  if (entries.length === 0) return null;
  return (
    <ul>
      {entries.map(({ id, success, description, createdAtMs }) => (
        <li key={id} className="day-row activity-row">
          <span className={success ? 'text-verdigris' : 'text-carmine'}>
            <Icon drawing={success ? CheckCircleIcon : XCircleIcon} />
            <span className="sr-only">{success ? 'Success' : 'Failed'}</span>
          </span>
          <span className="day-title">{sayActivity(description, nameOf)}</span>
          <Age atMs={createdAtMs} />
        </li>
      ))}
    </ul>
  );
}

const absoluteFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

function Age({ atMs }: { readonly atMs: number }) {
  const nowMs = useNow(15_000);
  const at = new Date(atMs);
  return (
    <time dateTime={at.toISOString()} title={absoluteFormat.format(at)} className="day-when">
      {relativeTime(atMs, nowMs)}
    </time>
  );
}
