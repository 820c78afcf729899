import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { sampleReport } from '../../../web/app/domains/tool-reports/sample-report.tsx';
import { subdomainRadar } from '../manifest.ts';
import { radarReportTool } from './radar-report-tool.ts';

export const meta = toolHead(subdomainRadar);

const Sample = sampleReport(subdomainRadar.id, () => import('./sample.json', { with: { type: 'json' } }));

export default function SubdomainRadarPage() {
  return <ReportToolPage tool={radarReportTool} Sample={Sample} />;
}
