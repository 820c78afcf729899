import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { networkScanner } from '../manifest.ts';
import { scanReportTool } from './scan-report-tool.ts';

export const meta = toolHead(networkScanner);

export default function NetworkScannerPage() {
  return <ReportToolPage tool={scanReportTool} />;
}
