import { QuietButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import type { ToolJob } from './job-client.ts';

type JobHistoryProps = {
  readonly jobs: readonly ToolJob[];
  readonly shownId: string | undefined;
  readonly onShow: (id: string) => void;
  readonly onCompare: (id: string) => void;
  readonly onRerun: (job: ToolJob) => void;
};

const endings: Readonly<Record<ToolJob['state'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};

/** What was looked at before, newest first: each to be shown, compared with what is shown, or run again. */
export function JobHistory({ jobs, shownId, onShow, onCompare, onRerun }: JobHistoryProps) {
  const ended = jobs.filter(({ state }) => state !== 'waiting' && state !== 'running');
  const shownTarget = jobs.find(({ id }) => id === shownId)?.target;
  if (ended.length === 0) return null;
  return (
    <Panel title="History" className="report-aside mt-10">
      <TableFrame label="Runs so far">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th className="py-2 pr-4 font-normal">When (UTC)</th>
              <th className="py-2 pr-4 font-normal">Target</th>
              <th className="py-2 pr-4 font-normal">Outcome</th>
              <th className="py-2 font-normal">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ended.map((job) => (
              <tr key={job.id} className="border-t border-hairline align-baseline">
                <td className="py-1 pr-4 font-mono whitespace-nowrap">{job.askedAt.slice(0, 16).replace('T', ' ')}</td>
                <td className="py-1 pr-4 font-mono break-all">{job.target}</td>
                <td className="py-1 pr-4">
                  {job.mark === null ? '' : <b className="mr-2">{job.mark}</b>}
                  {job.state === 'finished' ? job.verdict : `${endings[job.state]}${job.failure === null ? '' : `: ${job.failure}`}`}
                </td>
                <td className="py-1 whitespace-nowrap">
                  {job.state === 'finished' && job.id !== shownId ? <QuietButton onClick={() => onShow(job.id)}>Show</QuietButton> : null}
                  {job.state === 'finished' && job.id !== shownId && job.target === shownTarget ? (
                    <QuietButton onClick={() => onCompare(job.id)}>Compare</QuietButton>
                  ) : null}
                  <QuietButton onClick={() => onRerun(job)}>Run again</QuietButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}
