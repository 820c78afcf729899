import { useState } from 'react';
import { QuietButton } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { troubleOf } from '../tool-reports/trouble.ts';
import { moveRun } from './engagement-client.ts';
import type { Engagement } from './engagement-record.ts';
import type { ShownRun } from './pending-runs.ts';

type ShownRunPlaceProps = {
  readonly shown: ShownRun;
  readonly rows: readonly Engagement[];
  readonly chosen: string | undefined;
  readonly onMoved: () => void;
};

/** Which engagement the run belongs to whose report is shown, and the way into another one. */
export function ShownRunPlace({ shown, rows, chosen, onMoved }: ShownRunPlaceProps) {
  const [trouble, setTrouble] = useState<string>();
  const titleOf = (id: string) => rows.find((one) => one.id === id)?.title ?? 'an engagement that is not there any more';
  const move = async (engagement: string | null) => {
    const moved = await moveRun(shown.id, engagement);
    setTrouble(moved.ok ? undefined : troubleOf(moved.failure));
    if (moved.ok) onMoved();
  };
  const wanted = rows.find(({ id }) => id === chosen);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted wrap-anywhere">
      {shown.engagement === null
        ? 'The report below belongs to no engagement.'
        : `The report below belongs to “${titleOf(shown.engagement)}”.`}
      {wanted === undefined || wanted.id === shown.engagement ? null : (
        <QuietButton onWork={() => move(wanted.id)}>{`Put it into “${wanted.title}”`}</QuietButton>
      )}
      {shown.engagement === null ? null : <QuietButton onWork={() => move(null)}>Take it out</QuietButton>}
      {trouble === undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
    </p>
  );
}
