import { FingerprintIcon } from '@castellan/icons/security/fingerprint';
import { useState, useSyncExternalStore } from 'react';
import { ToolFrame, useOwnersFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { StateWords } from '../../../web/app/domains/owner-page/state-words.tsx';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { privacyReport } from '../manifest.ts';
import { HistoryPanel } from './history-panel.tsx';
import type { PrivacyReport } from './make-report.ts';
import { addReport, type PastReport, reportHistory } from './report-history.ts';
import type { ReportSheets } from './report-sheets.tsx';
import { WhatIsRead } from './what-is-read.tsx';

export const meta = toolHead(privacyReport);

type State =
  | { readonly status: 'idle' | 'measuring' | 'failed' }
  /** What draws a report comes with what measures: a first visit needs neither. */
  | { readonly status: 'ready'; readonly report: PrivacyReport; readonly madeAt: number; readonly Sheets: typeof ReportSheets };

/** Nothing is measured before the visitor asks for it. */
export default function PrivacyReportPage() {
  const [state, setState] = useState<State>({ status: 'idle' });
  const kept = useKeptReports();
  const measure = async () => {
    setState({ status: 'measuring' });
    try {
      const [{ makeReport }, { ReportSheets: Sheets }] = await Promise.all([import('./make-report.ts'), import('./report-sheets.tsx')]);
      const report = await makeReport();
      const madeAt = browserTimer.nowMs();
      reportHistory.write(addReport(reportHistory.read() ?? [], report.judgement, madeAt));
      setState({ status: 'ready', report, madeAt, Sheets });
    } catch {
      setState({ status: 'failed' });
    }
  };
  const isMeasuring = state.status === 'measuring';
  const label = state.status === 'ready' ? 'Measure again' : 'Measure this browser';
  const said = <Said state={state} />;
  const start = () => void measure();
  const isOwners = useOwnersFrame(privacyReport) !== undefined;
  return (
    <ToolFrame
      tool={privacyReport}
      summary={privacyReport.summary}
      owner={{ action: { label, drawing: FingerprintIcon, busy: isMeasuring, onPress: start } }}
    >
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script mt-6 grid gap-8">
        {isOwners ? (
          <StateWords>{said}</StateWords>
        ) : (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button busy={isMeasuring} onClick={start}>
              {label}
            </Button>
            {said}
          </div>
        )}
        {state.status === 'ready' ? <state.Sheets report={state.report} /> : <WhatIsRead />}
        <HistoryPanel reports={kept} />
      </div>
    </ToolFrame>
  );
}

function Said({ state }: { readonly state: State }) {
  return (
    <p role="status" className="text-sm text-muted">
      {state.status === 'measuring' ? 'Reading 25 attributes, three times.' : ''}
      {state.status === 'ready' ? `Made in ${Math.round(state.report.durationMs)} ms. Nothing was sent.` : ''}
      {state.status === 'failed' ? 'The part that measures could not be fetched. Try again.' : ''}
    </p>
  );
}

const noReports: readonly PastReport[] = [];
let lastText = '';
let lastReports = noReports;

/** What is stored, read again only where it differs: React compares what it is given. */
function readKept(): readonly PastReport[] {
  const reports = reportHistory.read() ?? noReports;
  const text = JSON.stringify(reports);
  if (text !== lastText) {
    lastText = text;
    lastReports = reports;
  }
  return lastReports;
}

function useKeptReports(): readonly PastReport[] {
  return useSyncExternalStore(reportHistory.subscribe, readKept, () => noReports);
}
