import { useState } from 'react';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import { loadOutbox, type Outbox, sendTestMail, testOutcomeText } from '../../../../web/app/domains/settings/mails.ts';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { type StatusKind, StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { NotAsked } from '../asked-view.tsx';
import { MailList } from './mail-list.tsx';

/** Who takes the server's mails, a test, and what became of the last ones. */
export function MailPanel() {
  const { asked, again } = useAsked(loadOutbox);
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  return (
    <>
      <Route route={asked.value.route} onTested={again} />
      <MailList mails={asked.value.mails} onRefresh={again} />
    </>
  );
}

function Route({ route, onTested }: { readonly route: Outbox['route']; readonly onTested: () => Promise<void> }) {
  const [testing, setTesting] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly kind: StatusKind; readonly text: string }>();
  if (route === null) {
    return (
      <>
        <p>
          <StatusMark kind="info">No mail server is set. Nothing is sent.</StatusMark>
        </p>
        <p className="text-sm text-muted">
          Mails with links wait below until their links expire, and you pass them on. <span className="font-mono">SMTP_URL</span> and{' '}
          <span className="font-mono">MAIL_FROM</span> in the server’s environment set a mail server.
        </p>
      </>
    );
  }
  const test = async () => {
    setTesting(true);
    setOutcome(undefined);
    const sent = await sendTestMail();
    setTesting(false);
    if (sent.ok) {
      const kinds = {
        sent: 'success',
        refused: 'failure',
        expired: 'failure',
        unknown: 'warning',
        waiting: 'warning',
        handed: 'warning',
      } as const;
      setOutcome({ kind: kinds[sent.value.state], text: testOutcomeText(sent.value) });
    } else setOutcome({ kind: 'warning', text: `Not sent. ${failureText(sent.failure)}` });
    await onTested();
  };
  return (
    <>
      <div className="setting-line">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-mono">{route.host}</span> takes mails from <span className="font-mono">{route.from}</span>.
        </p>
        <GhostButton busy={testing} aria-describedby="mail-title" onClick={() => void test()}>
          Send a test mail
        </GhostButton>
      </div>
      <p role="status" className="mt-1 text-sm wrap-anywhere">
        {outcome === undefined ? null : <StatusMark kind={outcome.kind}>{outcome.text}</StatusMark>}
      </p>
    </>
  );
}
