import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { sampleReport } from '../../../web/app/domains/tool-reports/sample-report.tsx';
import { tlsInspector } from '../manifest.ts';
import { tlsReportTool } from './tls-report-tool.ts';

export const meta = toolHead(tlsInspector);

const Sample = sampleReport(tlsInspector.id, () => import('./sample.json', { with: { type: 'json' } }));

export default function TlsInspectorPage() {
  return <ReportToolPage tool={tlsReportTool} Sample={Sample} />;
}
