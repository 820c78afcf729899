import { useState } from 'react';
import { Link } from 'react-router';
import { endSessions, listLiveSessions } from '../../../web/app/domains/session/live-sessions.ts';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { AlertDialog } from '../../../web/app/ui/alert-dialog.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { buttonClass } from '../../../web/app/ui/button-class.ts';
import { NotAsked } from './asked-view.tsx';

/** How many browsers are signed in, and the way to end all but this one; each by itself ends in the Security view. */
export function SessionsPanel() {
  const { asked, again } = useAsked(listLiveSessions);
  const [open, setOpen] = useState(false);
  const [notice, setNotice] = useState('');
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const others = asked.value.filter(({ current }) => !current).length;
  const endOthers = async () => {
    const ended = await endSessions('others');
    await again();
    setOpen(false);
    setNotice(
      ended.ok
        ? ended.value === 1
          ? 'One other session was ended.'
          : `${ended.value} other sessions were ended.`
        : failureText(ended.failure),
    );
  };
  return (
    <>
      <div className="setting-line">
        <p>{others === 0 ? 'Only this browser.' : others === 1 ? 'This browser and 1 other.' : `This browser and ${others} others.`}</p>
        {others === 0 ? null : <GhostButton onClick={() => setOpen(true)}>End all others</GhostButton>}
        <Link to="/dashboard#security" className={buttonClass('quiet')}>
          See each of them
        </Link>
      </div>
      <p role="status" className="text-sm">
        {notice}
      </p>
      <AlertDialog
        open={open}
        title="End all other sessions?"
        description="All other browsers must sign in again."
        confirm={{ label: 'End them', destroys: true, onWork: endOthers }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
