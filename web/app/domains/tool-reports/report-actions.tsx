import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { ClockCounterClockwiseIcon } from '@castellan/icons/things/clock-counter-clockwise';
import type { Report } from '@castellan/probes/report';
import { reportAsCsv, reportAsMarkdown } from '@castellan/probes/report-text';
import { useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PageToolsFrom } from '../owner-page/head-tools.tsx';
import type { MenuItem } from '../owner-page/page-tools.ts';
import { CopyButton } from '../session/copy-button.tsx';
import { DeleteReport } from './delete-report.tsx';
import { previewReport, setExample, shareReport, type ToolJob, unshareReport } from './job-client.ts';
import type { ReportTool, RunOptions } from './report-tool.ts';
import { ReportView } from './report-view.tsx';
import { showSchedules } from './schedules-panel.tsx';
import { troubleOf } from './trouble.ts';
import type { KeptReport } from './use-tool-jobs.ts';

type ReportActionsProps = {
  readonly kept: KeptReport;
  readonly tool: ReportTool;
  readonly jobs: readonly ToolJob[];
  readonly onRerun: (target: string, options: RunOptions) => void;
  readonly onDeleted: () => void;
};

/** Days that a link is good for. */
const linkDays = 30;

/** What can be done with a report: run it again, save it, show it to somebody or to every visitor. */
export function ReportActions({ kept: { id, report }, tool, jobs, onRerun, onDeleted }: ReportActionsProps) {
  const [link, setLink] = useState<string>();
  const [told, setTold] = useState('');
  const [preview, setPreview] = useState<Report>();
  const options = jobs.find((job) => job.id === id)?.options ?? {};
  const share = async () => {
    const shared = await shareReport(id, linkDays);
    if (shared.ok) setLink(`${window.location.origin}/r/${shared.value.token}`);
    setTold(shared.ok ? `The link is valid for ${linkDays} days. It is shown only once.` : troubleOf(shared.failure));
  };
  const tell = async (done: Promise<{ readonly ok: boolean }>, text: string) => setTold((await done).ok ? text : 'That did not work.');
  return (
    <Panel title="This report" className="report-aside mt-10">
      <PageToolsFrom menu={{ own: menuOf(report, tool) }} />
      <div className="flex flex-wrap gap-2">
        <GhostButton onClick={() => onRerun(report.target, options)}>Run again</GhostButton>
        <QuietButton onClick={() => void share()}>Share</QuietButton>
        <QuietButton
          onClick={() => {
            setLink(undefined);
            void tell(unshareReport(id), 'All links to this report are revoked.');
          }}
        >
          Revoke all links
        </QuietButton>
        <QuietButton
          onClick={() =>
            void previewReport(id).then((read) => {
              if (read.ok) setPreview(read.value);
            })
          }
        >
          Use as example
        </QuietButton>
        <DeleteReport id={id} report={report} onDeleted={onDeleted} />
      </div>
      <p role="status" className="mt-3 text-sm text-muted">
        {told}
      </p>
      {link === undefined ? null : (
        <p className="mt-2 flex flex-wrap items-center gap-3 font-mono text-sm break-all">
          <a href={link}>{link}</a>
          <CopyButton text={link}>Copy link</CopyButton>
        </p>
      )}
      <Dialog
        open={preview !== undefined}
        title="Use as example"
        description="Every visitor of this page will see the report as below: without private addresses, banners and consent."
        onClose={() => setPreview(undefined)}
        actions={
          <>
            <GhostButton onClick={() => void tell(setExample(id, false), 'Visitors see no example.').then(() => setPreview(undefined))}>
              Show no example
            </GhostButton>
            <Button
              onClick={() => void tell(setExample(id, true), 'Visitors see this report as an example.').then(() => setPreview(undefined))}
            >
              Show it to visitors
            </Button>
          </>
        }
      >
        {preview === undefined ? null : (
          <div className="max-h-[50vh] overflow-auto">
            <ReportView report={preview} />
          </div>
        )}
      </Dialog>
    </Panel>
  );
}

/** What the page's menu offers while a report is shown: its files, and the way to what runs again by itself. */
function menuOf(report: Report, tool: ReportTool): readonly MenuItem[] {
  return [
    ...filesOf(report, tool).map(({ label, ...file }) => ({
      label: `Save ${label}`,
      drawing: DownloadSimpleIcon,
      onChoose: () => saveFile(file),
    })),
    { label: 'Schedules', drawing: ClockCounterClockwiseIcon, onChoose: showSchedules },
  ];
}

function filesOf(report: Report, tool: ReportTool) {
  const name = `${report.tool}-${report.target.replaceAll(/[^A-Za-z0-9.-]+/g, '_')}-${report.startedAt.slice(0, 10)}`;
  return [
    { label: 'JSON', name: `${name}.json`, type: 'application/json', text: `${JSON.stringify(report, undefined, 2)}\n` },
    { label: 'CSV', name: `${name}.csv`, type: 'text/csv', text: reportAsCsv(report) },
    { label: 'Markdown', name: `${name}.md`, type: 'text/markdown', text: reportAsMarkdown(report) },
    ...(tool.filesOf?.(report) ?? []),
  ];
}
