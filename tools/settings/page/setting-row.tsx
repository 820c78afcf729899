import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Setting, SettingControl } from '../../../web/app/domains/settings/registry.ts';
import { isHostedProject } from '../../../web/app/lib/stored-session.ts';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { BackupStart } from './backup/backup-start.tsx';
import { MuteControl, QuietHoursControl } from './bell-controls.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { FactControl } from './fact-control.tsx';
import { IntegrationControl } from './integration-control.tsx';
import { IntegrationTestsPanel } from './integration-tests.tsx';
import { KeptPanel } from './kept-panel.tsx';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';
import { RehearsalPanel } from './rehearsal-panel.tsx';
import { ReleasePanel } from './release/release-panel.tsx';
import { RestoreSection } from './restore/restore-section.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { ShortcutsPanel } from './shortcuts-panel.tsx';
import { EmailPanel, PasswordPanel } from './sign-in-panel.tsx';
import { ChoiceControl, SwitchControl } from './stored-controls.tsx';

type Panel = Extract<SettingControl, { kind: 'panel' }>['panel'];

const panels: Readonly<Record<Panel, ComponentType>> = {
  email: EmailPanel,
  password: PasswordPanel,
  authenticator: AuthenticatorPanel,
  'recovery-codes': RecoveryCodesPanel,
  sessions: SessionsPanel,
  release: ReleasePanel,
  shortcuts: ShortcutsPanel,
  'integration-tests': IntegrationTestsPanel,
  'health-feed': lazy(() => import('./feed/health-feed-panel.tsx').then(({ HealthFeedPanel }) => ({ default: HealthFeedPanel }))),
  'language-model': lazy(() => import('./language-model-panel.tsx').then(({ LanguageModelPanel }) => ({ default: LanguageModelPanel }))),
  mail: lazy(() => import('./mail/mail-panel.tsx').then(({ MailPanel }) => ({ default: MailPanel }))),
  backup: BackupStart,
  kept: KeptPanel,
  export: ExportPanel,
  rehearsal: RehearsalPanel,
  'backup-restore': RestoreSection,
  'machine-backups': lazy(() =>
    import('./machine/machine-backups-panel.tsx').then(({ MachineBackupsPanel }) => ({ default: MachineBackupsPanel })),
  ),
  'machine-health': lazy(() => import('./machine/health-panel.tsx').then(({ HealthPanel }) => ({ default: HealthPanel }))),
  delete: DeletePanel,
  licences: lazy(() => import('./licences-panel.tsx').then(({ LicencesPanel }) => ({ default: LicencesPanel }))),
};

/** What a hosted project has or does itself stands in the panel's place. */
const withProject: Partial<Readonly<Record<Panel, string>>> = {
  'recovery-codes':
    'The hosted project has none. Add a passkey to sign in without the authenticator; its dashboard removes a lost authenticator.',
  mail: 'The hosted project sends its own mails: its dashboard says by which mail server.',
  'machine-backups': 'The hosted project backs its database up by itself, as its dashboard says.',
};

/** These want the whole width beneath their title. */
const wide: ReadonlySet<Panel> = new Set([
  'health-feed',
  'language-model',
  'mail',
  'shortcuts',
  'backup',
  'kept',
  'export',
  'rehearsal',
  'backup-restore',
  'machine-backups',
  'machine-health',
  'delete',
  'licences',
]);

/** One setting: what it is, and what it is operated with. `marked`: it was asked for by name. */
export function SettingRow({ setting, marked }: { readonly setting: Setting; readonly marked: boolean }) {
  const { id, title, hint, control } = setting;
  const isWide = control.kind === 'panel' ? wide.has(control.panel) : control.kind === 'fact' && control.fact === 'samples';
  return (
    <div id={id} className="setting" data-marked={marked || undefined} data-wide={isWide || undefined}>
      <div className="min-w-0">
        <h3 id={`${id}-title`} className="font-medium">
          {title}
        </h3>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <div className="setting-control">
        <Control setting={setting} />
      </div>
    </div>
  );
}

function Control({ setting: { id, control } }: { readonly setting: Setting }) {
  switch (control.kind) {
    case 'choice':
      return <ChoiceControl id={id} choice={control.choice} />;
    case 'switch':
      return <SwitchControl on={control.on} label={control.label} />;
    case 'mute':
      return <MuteControl type={control.type} titleId={`${id}-title`} />;
    case 'quiet-hours':
      return <QuietHoursControl titleId={`${id}-title`} />;
    case 'fact':
      return <FactControl fact={control.fact} />;
    case 'link':
      return (
        <Link to={control.to} className="setting-act" aria-describedby={`${id}-title`}>
          {control.label}
        </Link>
      );
    case 'content':
      return (
        <Link to={`#edit-${control.part}`} preventScrollReset aria-describedby={`${id}-title`} className="setting-act">
          Edit
        </Link>
      );
    case 'integration':
      return <IntegrationControl id={control.integration} titleId={`${id}-title`} />;
    case 'panel': {
      const instead = isHostedProject() ? withProject[control.panel] : undefined;
      if (instead !== undefined) return <p>{instead}</p>;
      const Body = panels[control.panel];
      return (
        <Suspense fallback={<Spinner label="Loading" />}>
          <Body />
        </Suspense>
      );
    }
  }
}
