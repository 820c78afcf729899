import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { ExportIcon } from '@castellan/icons/arrows/export';
import { KeyboardIcon } from '@castellan/icons/devices/keyboard';
import { MemoryIcon } from '@castellan/icons/devices/memory';
import { ShieldCheckIcon } from '@castellan/icons/security/shield-check';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { HeartbeatIcon } from '@castellan/icons/things/heartbeat';
import { openPalette } from '../../../domains/commands/palette-state.ts';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { VerificationLine } from './checks/verification-line.tsx';
import { IconQuestion } from './entries/icon-question.tsx';
import { ToolButton } from './entries/record/entry-rows.tsx';
import { LockButton } from './lock-button.tsx';
import type { VaultToolName } from './tools/vault-tool-panel.tsx';
import { masterModeOf } from './unlock/master-mode.ts';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';
import { WaitingNotices } from './waiting-notices.tsx';

// Fetched when a rotation is under way: the list opens without it.
const RotationNotice = fetchedPart(async () => (await import('./access/rotation-notice.tsx')).RotationNotice);

type OpenHeaderProps = {
  readonly state: OpenState;
  readonly onAdd: () => void;
  readonly onTool: (name: VaultToolName) => void;
  /** Goes on with what a lock left half-typed. */
  readonly onContinue: (draftId: string) => void;
};

/** What stands above the list: how the vault stands, and what can be done with all of it. */
export function OpenHeader({ state, onAdd, onTool, onContinue }: OpenHeaderProps) {
  const { actions, showDialog } = useVault();
  const { tier, kind, offline, verification, rotation } = state;
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {kind === 'present' && tier !== 'none' ? <VerificationLine verification={verification} /> : <span />}
        <div className="flex flex-wrap items-center gap-2">
          <span className="max-md:hidden">
            <ToolButton icon={KeyboardIcon} label="Keyboard" onClick={() => openPalette('keys')} />
          </span>
          {tier === 'secrets' && kind === 'present' ? <ToolButtons onTool={onTool} offline={offline} /> : null}
          <ToolButton icon={MemoryIcon} label="Session details" onClick={() => showDialog({ kind: 'memory' })} />
          <LockButton />
          <Button icon={PlusIcon} onClick={onAdd} disabled={offline}>
            Add Entry
          </Button>
        </div>
      </div>
      {offline ? (
        <Notice>
          <StatusMark kind="warning">The backend does not answer. This is what was last read; nothing can be saved.</StatusMark>
          <QuietButton onClick={actions.retry}>Try again</QuietButton>
        </Notice>
      ) : null}
      {tier === 'secrets' ? null : (
        <Notice>
          <StatusMark kind="info">{lockedRest(state)}</StatusMark>
          <QuietButton onClick={() => showDialog({ kind: 'master', mode: masterModeOf(kind) })}>
            {kind === 'none' ? 'Set master password' : kind === 'older' ? 'Upgrade the vault' : 'Enter master password'}
          </QuietButton>
        </Notice>
      )}
      {rotation === null ? null : (
        <Notice>
          <RotationNotice rotation={rotation} state={state} />
        </Notice>
      )}
      <IconQuestion state={state} />
      <WaitingNotices state={state} onContinue={onContinue} onSecurity={() => onTool('security')} />
    </div>
  );
}

function ToolButtons({ onTool, offline }: { readonly onTool: (name: VaultToolName) => void; readonly offline: boolean }) {
  return (
    <>
      <ToolButton icon={HeartbeatIcon} label="Health" onClick={() => onTool('health')} />
      <ToolButton icon={ShieldCheckIcon} label="Security" onClick={() => onTool('security')} />
      <ToolButton icon={DownloadSimpleIcon} label="Import" disabled={offline} onClick={() => onTool('import')} />
      <ToolButton icon={ExportIcon} label="Export" onClick={() => onTool('export')} />
    </>
  );
}

function lockedRest({ kind, tier }: OpenState): string {
  if (kind === 'none') return 'There is no master password yet. Set one to save entries.';
  if (kind === 'older') return 'Set a new master password to open the entries.';
  if (tier === 'none') return 'This device does not know the vault yet. The master password opens it.';
  return 'The list is open. Viewing and copying need the master password.';
}
