import { useState } from 'react';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import { lookAtMachine, type MachineHealth } from '../../../../web/app/domains/settings/machine.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';

const kinds = { ok: 'success', warning: 'warning', failure: 'failure', 'not looked at': 'info' } as const;

/** What does not stand well comes first. */
const order = ['failure', 'warning', 'not looked at', 'ok'] as const;

/** Has the server look at itself at a press: what it found, line by line, and what to do. */
export function HealthPanel() {
  const [health, setHealth] = useState<MachineHealth>();
  const [isLooking, setLooking] = useState(false);
  const [trouble, setTrouble] = useState('');
  const look = async () => {
    setLooking(true);
    setTrouble('');
    const looked = await lookAtMachine();
    setLooking(false);
    if (looked.ok) setHealth(looked.value);
    else setTrouble(failureText(looked.failure));
  };
  return (
    <>
      <div className="setting-line">
        <GhostButton busy={isLooking} onClick={() => void look()}>
          {health === undefined ? 'Check now' : 'Check again'}
        </GhostButton>
        <p role="status" className="text-sm text-muted">
          {trouble === '' ? summaryOf(health) : <StatusMark kind="warning">{trouble}</StatusMark>}
        </p>
      </div>
      {health === undefined ? null : (
        <ul className="mt-2">
          {order.flatMap((state) =>
            health.findings
              .filter((finding) => finding.state === state)
              .map(({ name, found, advice }) => (
                <li key={`${name} ${found}`} className="health-finding">
                  <StatusMark kind={kinds[state]}>{name}</StatusMark>
                  <div className="min-w-0 wrap-anywhere">
                    <p>{found}</p>
                    {advice === undefined ? null : <p className="text-muted">{advice}</p>}
                  </div>
                </li>
              )),
          )}
        </ul>
      )}
    </>
  );
}

function summaryOf(health: MachineHealth | undefined): string {
  if (health === undefined) return '';
  const count = (state: (typeof order)[number]) => health.findings.filter((finding) => finding.state === state).length;
  const time = new Date(health.lookedAt).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  const [failures, warnings] = [count('failure'), count('warning')];
  if (failures + warnings === 0) return `Everything that was checked at ${time} is in order. Version ${health.version}.`;
  return `${failures} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at ${time}. Version ${health.version}.`;
}
