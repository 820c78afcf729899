import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { ExportIcon } from '@phosphor-icons/react/dist/ssr/Export';
import { HeartbeatIcon } from '@phosphor-icons/react/dist/ssr/Heartbeat';
import { KeyboardIcon } from '@phosphor-icons/react/dist/ssr/Keyboard';
import { LockIcon } from '@phosphor-icons/react/dist/ssr/Lock';
import { MemoryIcon } from '@phosphor-icons/react/dist/ssr/Memory';
import { PlusIcon } from '@phosphor-icons/react/dist/ssr/Plus';
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/ssr/ShieldCheck';
import type { ReactNode } from 'react';
import { openDesk } from '../../../domains/commands/desk-door.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { ToolButton } from './entry-detail.tsx';
import { masterModeOf } from './master-mode.ts';
import { RotationNotice } from './rotation-notice.tsx';
import { type OpenState, useVault } from './vault-context.ts';
import type { VaultToolName } from './vault-tool-panel.tsx';
import { VerificationLine } from './verification-line.tsx';

type OpenHeaderProps = { readonly state: OpenState; readonly onAdd: () => void; readonly onTool: (name: VaultToolName) => void };

/** What stands above the list: how the vault stands, and what can be done with all of it. */
export function OpenHeader({ state, onAdd, onTool }: OpenHeaderProps) {
  const { actions, showDialog } = useVault();
  const { tier, kind, offline, verification, rotation, pending } = state;
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {kind === 'present' && tier !== 'none' ? <VerificationLine verification={verification} /> : <span />}
        <div className="flex flex-wrap items-center gap-2">
          <span className="max-md:hidden">
            <ToolButton icon={KeyboardIcon} label="Keyboard" onClick={() => openDesk('keys')} />
          </span>
          {tier === 'secrets' && kind === 'present' ? <ToolButtons onTool={onTool} offline={offline} /> : null}
          <ToolButton icon={MemoryIcon} label="What is in memory" onClick={() => showDialog({ kind: 'memory' })} />
          <Button tone="ghost" onClick={() => actions.lock('button')}>
            <Icon drawing={LockIcon} />
            Lock
          </Button>
          <Button onClick={onAdd} disabled={offline}>
            <Icon drawing={PlusIcon} />
            Add Entry
          </Button>
        </div>
      </div>
      {offline ? (
        <Notice>
          <StatusMark kind="warning">The backend does not answer. This is what was last read; nothing can be saved.</StatusMark>
          <Button tone="quiet" onClick={actions.retry}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {tier === 'secrets' ? null : (
        <Notice>
          <StatusMark kind="info">{lockedRest(state)}</StatusMark>
          <Button tone="quiet" onClick={() => showDialog({ kind: 'master', mode: masterModeOf(kind) })}>
            {kind === 'none' ? 'Set master password' : kind === 'older' ? 'Upgrade the vault' : 'Enter master password'}
          </Button>
        </Notice>
      )}
      {rotation === null ? null : (
        <Notice>
          <RotationNotice rotation={rotation} state={state} />
        </Notice>
      )}
      {pending === null ? null : (
        <Notice>
          <StatusMark kind="info">{`“${pending.details.title}” is held, and saved once the master password is in.`}</StatusMark>
        </Notice>
      )}
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
  if (kind === 'none') return 'There is no master password yet. Nothing can be saved before there is one.';
  if (kind === 'older') return 'The entries wait for a new master password.';
  if (tier === 'none') return 'This device does not know the vault yet. The master password opens it.';
  return 'The list is open. Viewing and copying want the master password.';
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-hairline bg-surface px-4 py-1.5 text-sm">
      {children}
    </div>
  );
}
