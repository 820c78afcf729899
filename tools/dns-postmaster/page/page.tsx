import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { sampleReport } from '../../../web/app/domains/tool-reports/sample-report.tsx';
import { dnsPostmaster } from '../manifest.ts';
import { postmasterReportTool } from './postmaster-report-tool.ts';
import { RecordBuilders } from './record-builders.tsx';
import { RecordReader } from './record-reader.tsx';

export const meta = toolHead(dnsPostmaster);

const Sample = sampleReport(dnsPostmaster.id, () => import('./sample.json', { with: { type: 'json' } }));

export default function DnsPostmasterPage() {
  return (
    <ReportToolPage tool={postmasterReportTool} Sample={Sample}>
      <RecordReader />
      <RecordBuilders />
    </ReportToolPage>
  );
}
