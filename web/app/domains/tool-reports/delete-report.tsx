import type { Report } from '@castellan/probes/report';
import { useState } from 'react';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { deleteReport, readReportUses } from './job-client.ts';
import { troubleOf } from './trouble.ts';

type DeleteReportProps = { readonly id: string; readonly report: Report; readonly onDeleted: () => void };

type Uses = { readonly links: number; readonly example: boolean };

/** Deletes a report, once a dialog has named it and what goes with it. */
export function DeleteReport({ id, report, onDeleted }: DeleteReportProps) {
  const [uses, setUses] = useState<Uses>();
  const [trouble, setTrouble] = useState<string>();
  const ask = async () => {
    const read = await readReportUses(id);
    setTrouble(read.ok ? undefined : troubleOf(read.failure));
    if (read.ok) setUses(read.value);
  };
  const remove = async () => {
    const removed = await deleteReport(id);
    setTrouble(removed.ok ? undefined : troubleOf(removed.failure));
    if (!removed.ok) return;
    setUses(undefined);
    onDeleted();
  };
  const close = () => {
    setUses(undefined);
    setTrouble(undefined);
  };
  return (
    <>
      <QuietButton onWork={ask}>Delete report</QuietButton>
      <p role="status" className="basis-full empty:hidden">
        {trouble === undefined || uses !== undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
      </p>
      <Dialog
        open={uses !== undefined}
        title="Delete this report?"
        description={
          <>
            The report on <b className="font-mono break-all text-ink">{report.target}</b> of{' '}
            {report.startedAt.slice(0, 16).replace('T', ' ')} UTC is deleted permanently.
          </>
        }
        onClose={close}
        actions={
          <>
            <GhostButton data-autofocus="" onClick={close}>
              Keep it
            </GhostButton>
            <Button onWork={remove}>Delete</Button>
          </>
        }
      >
        {uses === undefined || uses.links === 0 ? null : (
          <p>
            {uses.links === 1 ? 'The link to it stops working.' : `The ${uses.links.toLocaleString('en-GB')} links to it stop working.`}
          </p>
        )}
        {uses?.example === true ? <p>Visitors of this page no longer see it as the example.</p> : null}
        <p role="status" className="mt-3 empty:hidden">
          {trouble === undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
        </p>
      </Dialog>
    </>
  );
}
