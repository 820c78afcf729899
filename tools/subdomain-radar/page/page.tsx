import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { subdomainRadar } from '../manifest.ts';
import { radarReportTool } from './radar-report-tool.ts';

export const meta = toolHead(subdomainRadar);

export default function SubdomainRadarPage() {
  return <ReportToolPage tool={radarReportTool} />;
}
