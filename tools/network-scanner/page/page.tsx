import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { sampleReport } from '../../../web/app/domains/tool-reports/sample-report.tsx';
import { networkScanner } from '../manifest.ts';
import { scanReportTool } from './scan-report-tool.ts';

export const meta = toolHead(networkScanner);

const Sample = sampleReport(networkScanner.id, () => import('./sample.json', { with: { type: 'json' } }));

export default function NetworkScannerPage() {
  return <ReportToolPage tool={scanReportTool} Sample={Sample} />;
}
