import { Link } from 'react-router';
import { buttonClass } from '../../../web/app/ui/button-class.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { useServer } from './server-provider.tsx';

/** Whether a code is asked for at sign-in, by the server's own word, and the way to change it. */
export function AuthenticatorPanel() {
  const { asked, again } = useServer().session;
  if (asked.status === 'loading' || asked.status === 'failed') return <NotAsked asked={asked} again={again} />;
  const isOn = asked.value?.factorId !== undefined;
  return (
    <div className="setting-line">
      {isOn ? <StatusMark kind="success">On</StatusMark> : <StatusMark kind="warning">Off: the password alone signs in.</StatusMark>}
      <Link to="/dashboard#vault" className={buttonClass('ghost')} aria-describedby="authenticator-title">
        {isOn ? 'Change it in the vault' : 'Set it up in the vault'}
      </Link>
    </div>
  );
}
