import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { httpAuditor } from '../manifest.ts';
import { httpReportTool } from './http-report-tool.ts';
import { PastedWorkbench } from './pasted-workbench.tsx';

export const meta = toolHead(httpAuditor);

export default function HttpAuditorPage() {
  return (
    <ReportToolPage tool={httpReportTool}>
      <PastedWorkbench />
    </ReportToolPage>
  );
}
