import { pageHead } from '../../domains/discovery/page-head.ts';
import { ReportToolPage } from '../../domains/tool-reports/report-tool-page.tsx';
import type { Route } from './+types/page.ts';
import { httpReportTool } from './http-report-tool.ts';
import { httpAuditor } from './manifest.ts';
import { PastedWorkbench } from './pasted-workbench.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${httpAuditor.id}`, title: `${httpAuditor.title} · ${owner}`, description: httpAuditor.summary });
}

export default function HttpAuditorPage() {
  return (
    <ReportToolPage tool={httpReportTool}>
      <PastedWorkbench />
    </ReportToolPage>
  );
}
