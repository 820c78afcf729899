import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { subdomainRadar } from '../manifest.ts';
import { radarReportTool } from './radar-report-tool.ts';
import sample from './sample.json' with { type: 'json' };

export const meta = toolHead(subdomainRadar);

/** The recorded report comes with the page; a page that is gone to in the browser fetches it as a file. */
export const loader = () => sample;

export const clientLoader = () => import('./sample.ts').then((file) => file.default).catch(() => null);

export default function SubdomainRadarPage({ loaderData }: { readonly loaderData?: unknown }) {
  return <ReportToolPage tool={radarReportTool} sample={loaderData} />;
}
