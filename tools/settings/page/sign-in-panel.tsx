import { useState } from 'react';
import type { SignInOutcome } from '../../../web/app/domains/session/change-sign-in.ts';
import { readSessionStatus, type SessionStatus } from '../../../web/app/domains/session/session-status.ts';
import { useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The address that the owner signs in with, and the way to another one. */
export function EmailPanel() {
  return <SignInPanel kind="email" />;
}

/** The way to another password. */
export function PasswordPanel() {
  return <SignInPanel kind="password" />;
}

function SignInPanel({ kind }: { readonly kind: 'email' | 'password' }) {
  const { asked, again } = useAsked(readSessionStatus);
  const [dialog, setDialog] = useState<SessionStatus>();
  const [done, setDone] = useState<SignInOutcome>();
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const status = asked.value;
  return (
    <>
      <div className="setting-line">
        {kind === 'email' ? <p className="min-w-0 wrap-anywhere">{status.email}</p> : null}
        <GhostButton onClick={() => setDialog(status)}>{kind === 'email' ? 'Change e-mail' : 'Change password'}</GhostButton>
      </div>
      <p role="status" className="mt-2 empty:mt-0">
        {done === 'changed' ? (
          <StatusMark kind="success">
            {kind === 'email' ? 'Changed. Sign in with it from now on.' : 'Changed. Every other session was ended.'}
          </StatusMark>
        ) : null}
        {done === 'unconfirmed' ? (
          <StatusMark kind="info">Not changed yet: open the link that the project mailed. Until then the old address signs in.</StatusMark>
        ) : null}
      </p>
      <SignInDialog
        kind={kind}
        status={dialog}
        onClose={() => setDialog(undefined)}
        onDone={(outcome) => {
          setDialog(undefined);
          setDone(outcome);
          void again();
        }}
      />
    </>
  );
}
