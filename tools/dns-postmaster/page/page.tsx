import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { dnsPostmaster } from '../manifest.ts';
import { postmasterReportTool } from './postmaster-report-tool.ts';
import { RecordBuilders } from './record-builders.tsx';
import { RecordReader } from './record-reader.tsx';
import sample from './sample.json' with { type: 'json' };

export const meta = toolHead(dnsPostmaster);

/** The recorded report comes with the page; a page that is gone to in the browser fetches it as a file. */
export const loader = () => sample;

export const clientLoader = () => import('./sample.ts').then((file) => file.default).catch(() => null);

export default function DnsPostmasterPage({ loaderData }: { readonly loaderData?: unknown }) {
  return (
    <ReportToolPage tool={postmasterReportTool} sample={loaderData}>
      <RecordReader />
      <RecordBuilders />
    </ReportToolPage>
  );
}
