import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { tlsInspector } from '../manifest.ts';
import { tlsReportTool } from './tls-report-tool.ts';

export const meta = toolHead(tlsInspector);

export default function TlsInspectorPage() {
  return <ReportToolPage tool={tlsReportTool} />;
}
