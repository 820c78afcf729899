import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { sampleReport } from '../../../web/app/domains/tool-reports/sample-report.tsx';
import { httpAuditor } from '../manifest.ts';
import { httpReportTool } from './http-report-tool.ts';
import { PastedWorkbench } from './pasted-workbench.tsx';

export const meta = toolHead(httpAuditor);

const Sample = sampleReport(httpAuditor.id, () => import('./sample.json', { with: { type: 'json' } }));

export default function HttpAuditorPage() {
  return (
    <ReportToolPage tool={httpReportTool} Sample={Sample}>
      <PastedWorkbench />
    </ReportToolPage>
  );
}
