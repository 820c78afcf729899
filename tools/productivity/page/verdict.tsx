import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { arrangeToday } from './arrange-tasks.ts';
import { useProductivity } from './productivity-context.tsx';

/** What of the day needs the owner, in one sentence. */
export function Verdict() {
  const { nested, today, tasks } = useProductivity();
  if (tasks.state.status !== 'ready') return null;
  const { overdue, due } = arrangeToday(nested.top, today);
  if (overdue.length > 0)
    return (
      <StatusMark kind="warning" className="lettering record-verdict">
        {`${tasksAre(overdue.length)} late${due.length === 0 ? '' : `, ${due.length} due today`}.`}
      </StatusMark>
    );
  return (
    <StatusMark kind={due.length > 0 ? 'info' : 'success'} className="lettering record-verdict">
      {due.length > 0 ? `${tasksAre(due.length)} due today.` : 'Nothing is late, and today is free.'}
    </StatusMark>
  );
}

const tasksAre = (count: number) => (count === 1 ? '1 task is' : `${count} tasks are`);
