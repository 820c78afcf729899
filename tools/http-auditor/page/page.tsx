import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { ReportToolPage } from '../../../web/app/domains/tool-reports/report-tool-page.tsx';
import { httpAuditor } from '../manifest.ts';
import { httpReportTool } from './http-report-tool.ts';
import { PastedWorkbench } from './pasted-workbench.tsx';
import sample from './sample.json' with { type: 'json' };

export const meta = toolHead(httpAuditor);

/** The recorded report comes with the page; a page that is gone to in the browser fetches it as a file. */
export const loader = () => sample;

export const clientLoader = () => import('./sample.ts').then((file) => file.default).catch(() => null);

export default function HttpAuditorPage({ loaderData }: { readonly loaderData?: unknown }) {
  return (
    <ReportToolPage tool={httpReportTool} sample={loaderData}>
      <PastedWorkbench />
    </ReportToolPage>
  );
}
