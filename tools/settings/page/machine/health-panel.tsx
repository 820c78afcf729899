import { useState } from 'react';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import { lookAtServerHealth, type ServerHealth } from '../../../../web/app/domains/settings/machine-backups.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { type StatusKind, StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';
import { useServer } from '../server-provider.tsx';

const kinds: Readonly<Record<ServerHealth['findings'][number]['state'], StatusKind>> = {
  ok: 'success',
  warning: 'warning',
  failure: 'failure',
  'not looked at': 'info',
};

/** What `npm run doctor` says, at a press. */
export function HealthPanel() {
  const {
    facts,
    health: { found: health, take },
  } = useServer();
  const version = facts.asked.value?.version;
  const [trouble, setTrouble] = useState('');
  const look = async () => {
    const looked = await lookAtServerHealth();
    setTrouble(looked.ok ? '' : failureText(looked.failure));
    if (looked.ok) take(looked.value);
  };
  return (
    <>
      <div className="setting-line">
        <GhostButton onWork={look} aria-describedby="machine-health-title">
          {health === undefined ? 'Look now' : 'Look again'}
        </GhostButton>
        <p role="status" className="text-sm text-muted">
          {trouble !== '' ? trouble : health === undefined ? '' : `Looked at ${momentText(health.at)}.`}
        </p>
      </div>
      {health === undefined ? null : (
        <TableFrame label="Health of the server">
          <table className="passport-table">
            <tbody>
              {version === undefined ? null : (
                <tr>
                  <th scope="row">version</th>
                  <td>{`Castellan ${version}`}</td>
                </tr>
              )}
              {health.findings.map(({ name, state, found, advice }) => (
                <tr key={`${name} ${found}`}>
                  <th scope="row">{name}</th>
                  <td className="wrap-anywhere">
                    <StatusMark kind={kinds[state]}>{found}</StatusMark>
                    {advice === null ? null : <span className="passport-note">{advice}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </>
  );
}

function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}
