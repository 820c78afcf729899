import { OwnerControls } from '../../../web/app/domains/music/owner-controls.tsx';
import type { IntegrationId } from '../../../web/app/domains/settings/integrations.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { useIntegrationTests } from './integration-tests.tsx';
import { useServer } from './server-provider.tsx';

/** What switches an integration on, in the server's environment. */
const variables: Readonly<Record<IntegrationId, string>> = {
  music: 'SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET',
  'breach-ranges': 'BREACH_RANGE_URL',
  'site-icons': 'SITE_ICON_URL',
  'wish-pages': '',
};

/** How an integration stands, and a test that has the server ask its service now. */
export function IntegrationControl({ id, titleId }: { readonly id: IntegrationId; readonly titleId: string }) {
  const { asked, again } = useServer().integrations;
  const { verdicts, run, forget } = useIntegrationTests();
  const verdict = verdicts[id];
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const integration = asked.value.find((one) => one.id === id);
  if (integration === undefined) return <StatusMark kind="info">This server does not know it.</StatusMark>;
  if (integration.state === 'off') {
    return (
      <>
        <StatusMark kind="info">Off</StatusMark>
        <p className="text-sm text-muted">
          The server’s environment decides: <span className="font-mono wrap-anywhere">{variables[id]}</span>.
        </p>
      </>
    );
  }
  return (
    <>
      <div className="setting-line">
        <span className={classNames('min-w-0 text-sm wrap-anywhere text-muted', integration.host !== null && 'font-mono')}>
          {integration.host ?? 'any public shop'}
        </span>
        <GhostButton busy={verdict === 'testing'} aria-describedby={titleId} onClick={() => run([id])}>
          Test
        </GhostButton>
      </div>
      <p role="status" className="mt-1 text-sm">
        {verdict === undefined || verdict === 'testing' ? null : <StatusMark kind={verdict.kind}>{verdict.text}</StatusMark>}
      </p>
      {id === 'music' ? <OwnerControls onChange={async () => forget(id)} /> : null}
    </>
  );
}
