import { PlusIcon } from '@castellan/icons/signs/plus';
import { useNavigate } from 'react-router';
import { tools } from '../../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../../tools/tool.ts';
import { Button } from '../../../ui/button.tsx';
import { useDashboardExport } from './dashboard-export-run.ts';

const everyTool: readonly ToolManifest[] = tools;

/** Actions of the day, each opening a form that works: the tools' own, the vault's entry, and the export. The first is the page's filled one. */
export function QuickActions() {
  const { rows, begin } = useDashboardExport();
  const navigate = useNavigate();
  const actions = everyTool.flatMap(({ id, actions: own = [] }) =>
    own.filter(({ isQuick }) => isQuick).map((action) => ({ ...action, tool: id })),
  );
  return (
    <ul aria-label="Quick actions" className="quick-actions">
      {actions.map(({ id, tool, at, title }, index) => (
        <li key={`${tool} ${id}`}>
          <Button
            tone={index === 0 ? 'primary' : 'ghost'}
            {...(index === 0 ? { icon: PlusIcon } : {})}
            className="page-action"
            onClick={() => void navigate(`/${tool}${at}`)}
          >
            {title}
          </Button>
        </li>
      ))}
      <li>
        <Button tone="ghost" className="page-action" onClick={() => void navigate('#vault?add')}>
          Add Password
        </Button>
      </li>
      <li>
        <Button tone="ghost" className="page-action" busy={rows !== undefined} onClick={begin}>
          Export
        </Button>
      </li>
    </ul>
  );
}
