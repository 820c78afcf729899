import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { networkScanner } from '../manifest.ts';
import sample from './sample.json' with { type: 'json' };
import { scanReportTool } from './scan-report-tool.ts';

export const meta = toolHead(networkScanner);

/** The recorded report comes with the page; a page that is gone to in the browser fetches it as a file. */
export const loader = () => sample;

export const clientLoader = () => import('./sample.ts').then((file) => file.default).catch(() => null);

export default function NetworkScannerPage({ loaderData }: { readonly loaderData?: unknown }) {
  return <ReportToolPage tool={scanReportTool} sample={loaderData} />;
}
