import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { GhostButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDashboardExport } from './dashboard-export-run.ts';

/** Saves tasks, notes and logs as one file. */
export function ExportButton() {
  const { rows, begin } = useDashboardExport();
  return (
    <GhostButton className="page-action" busy={rows !== undefined} onClick={begin}>
      {rows === undefined ? <Icon drawing={DownloadSimpleIcon} /> : null}
      <span className="page-action-words is-long">
        {rows === undefined || rows === 0 ? 'Export' : `${rows.toLocaleString('en-GB')} rows`}
      </span>
    </GhostButton>
  );
}
