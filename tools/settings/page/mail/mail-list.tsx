import { useState } from 'react';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import {
  mailKindText,
  mailStateText,
  type OutboxMail,
  type OutboxText,
  readOutboxText,
} from '../../../../web/app/domains/settings/mails.ts';
import { GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';

/** So many rows are shown before all of them are asked for. */
const firstRows = 8;

/** The newest mails with what became of each. The text of one that was not sent is shown at a press. */
export function MailList({ mails, onRefresh }: { readonly mails: readonly OutboxMail[]; readonly onRefresh: () => Promise<void> }) {
  const [isWhole, setWhole] = useState(false);
  const [shown, setShown] = useState<OutboxText>();
  const [trouble, setTrouble] = useState('');
  const show = async ({ id }: OutboxMail) => {
    setTrouble('');
    const read = await readOutboxText(id);
    if (read.ok) setShown(read.value);
    else {
      const isGone = read.failure.code === 'refused' && read.failure.reason === 'mail_not_found';
      setTrouble(isGone ? 'Its text is gone: it was sent or used, or it expired.' : failureText(read.failure));
      await onRefresh();
    }
  };
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <h4 className="text-sm text-muted">Last seven days</h4>
        <QuietButton onClick={() => void onRefresh()}>Refresh</QuietButton>
      </div>
      <p role="status" className="text-sm text-amber">
        {trouble}
      </p>
      {mails.length === 0 ? <p className="text-sm text-muted">No mail was written.</p> : null}
      {mails.length === 0 ? null : <MailTable mails={isWhole ? mails : mails.slice(0, firstRows)} onShow={show} />}
      {isWhole || mails.length <= firstRows ? null : <QuietButton onClick={() => setWhole(true)}>{`Show all ${mails.length}`}</QuietButton>}
      <Dialog
        open={shown !== undefined}
        title={shown?.subject ?? ''}
        description="The link works once. Send it only to the person it is for."
        onClose={() => setShown(undefined)}
        actions={<GhostButton onClick={() => setShown(undefined)}>Close</GhostButton>}
      >
        <pre className="text-sm whitespace-pre-wrap wrap-anywhere">{shown?.text}</pre>
        <CopyButton text={shown?.text ?? ''}>Copy the text</CopyButton>
      </Dialog>
    </>
  );
}

function MailTable({ mails, onShow }: { readonly mails: readonly OutboxMail[]; readonly onShow: (mail: OutboxMail) => Promise<void> }) {
  return (
    <TableFrame label="Mails of the last seven days">
      <table className="passport-table is-wide">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">To</th>
            <th scope="col">State</th>
            <th scope="col">Written</th>
            <th scope="col">
              <span className="sr-only">Text</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <th scope="row">{mailKindText(mail)}</th>
              <td className="wrap-anywhere">{mail.recipient}</td>
              <td className="wrap-anywhere">
                {mailStateText(mail)}
                {mail.reply === null || mail.reply === '' || mail.state === 'sent' ? null : (
                  <span className="passport-note">{mail.reply}</span>
                )}
              </td>
              <td>{momentText(mail.created_at)}</td>
              <td>
                {mail.state === 'waiting' && mail.kind !== 'test' ? (
                  <GhostButton aria-label={`Show the text of ${mailKindText(mail)} to ${mail.recipient}`} onClick={() => void onShow(mail)}>
                    Show
                  </GhostButton>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
