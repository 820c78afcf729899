import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { dnsPostmaster } from '../manifest.ts';
import { postmasterReportTool } from './postmaster-report-tool.ts';
import { RecordBuilders } from './record-builders.tsx';
import { RecordReader } from './record-reader.tsx';

export const meta = toolHead(dnsPostmaster);

export default function DnsPostmasterPage() {
  return (
    <ReportToolPage tool={postmasterReportTool}>
      <RecordReader />
      <RecordBuilders />
    </ReportToolPage>
  );
}
