import { StatusMark } from '../../ui/status-mark.tsx';
import { useMediaDesk } from './media-desk.tsx';
import { upNextOf } from './views/up-next.ts';

/** What comes next of all that is kept, in one sentence. */
export function MediaVerdict() {
  const { items, byItem, today, status } = useMediaDesk();
  if (status !== 'ready' || items.length === 0) return null;
  const { today: due, active, planned } = upNextOf(items, byItem, today);
  const said =
    due.length > 0
      ? `${titlesAre(due.length)} planned for today.`
      : active.length > 0
        ? `${titlesAre(active.length)} in progress.`
        : planned.length > 0
          ? `Nothing is in progress, ${titlesAre(planned.length)} planned.`
          : 'Everything here is finished.';
  return (
    <StatusMark kind={due.length + active.length + planned.length > 0 ? 'info' : 'success'} className="lettering record-verdict">
      {said}
    </StatusMark>
  );
}

const titlesAre = (count: number) => (count === 1 ? '1 title is' : `${count.toLocaleString('en-GB')} titles are`);
