import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { tlsInspector } from '../manifest.ts';
import sample from './sample.json' with { type: 'json' };
import { tlsReportTool } from './tls-report-tool.ts';

export const meta = toolHead(tlsInspector);

/** The recorded report comes with the page; a page that is gone to in the browser fetches it as a file. */
export const loader = () => sample;

export const clientLoader = () => import('./sample.ts').then((file) => file.default).catch(() => null);

export default function TlsInspectorPage({ loaderData }: { readonly loaderData?: unknown }) {
  return <ReportToolPage tool={tlsReportTool} sample={loaderData} />;
}
