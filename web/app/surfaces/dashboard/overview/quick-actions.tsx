import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { useNavigate } from 'react-router';
import { tools } from '../../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../../tools/tool.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDashboardExport } from './dashboard-export-run.ts';

const everyTool: readonly ToolManifest[] = tools;

/** Actions of the day, each opening a form that works: the tools' own, the vault's entry, and the export. */
export function QuickActions() {
  const { rows, begin } = useDashboardExport();
  const navigate = useNavigate();
  const actions = everyTool.flatMap(({ id, actions: own = [] }) =>
    own.filter(({ isQuick }) => isQuick).map((action) => ({ ...action, tool: id })),
  );
  return (
    <ul aria-label="Quick actions" className="flex flex-wrap gap-3">
      {actions.map(({ id, tool, at, title }) => (
        <li key={`${tool} ${id}`}>
          <GhostButton icon={PlusIcon} onClick={() => void navigate(`/${tool}${at}`)}>
            {title}
          </GhostButton>
        </li>
      ))}
      <li>
        <GhostButton icon={PlusIcon} onClick={() => void navigate('#vault?add')}>
          Add Password
        </GhostButton>
      </li>
      <li>
        <GhostButton busy={rows !== undefined} onClick={begin}>
          {rows === undefined ? <Icon drawing={DownloadSimpleIcon} /> : null}
          Export
        </GhostButton>
      </li>
    </ul>
  );
}
