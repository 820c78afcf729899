import { pageHead } from '../../domains/discovery/page-head.ts';
import { ReportToolPage } from '../../domains/tool-reports/report-tool-page.tsx';
import type { Route } from './+types/page.ts';
import { tlsInspector } from './manifest.ts';
import { tlsReportTool } from './tls-report-tool.ts';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${tlsInspector.id}`, title: `${tlsInspector.title} · ${owner}`, description: tlsInspector.summary });
}

export default function TlsInspectorPage() {
  return <ReportToolPage tool={tlsReportTool} />;
}
