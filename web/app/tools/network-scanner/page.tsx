import { pageHead } from '../../domains/discovery/page-head.ts';
import { ReportToolPage } from '../../domains/tool-reports/report-tool-page.tsx';
import type { Route } from './+types/page.ts';
import { networkScanner } from './manifest.ts';
import { scanReportTool } from './scan-report-tool.ts';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  const { id, title, summary } = networkScanner;
  return pageHead(facts, { path: `/${id}`, title: `${title} · ${owner}`, description: summary });
}

export default function NetworkScannerPage() {
  return <ReportToolPage tool={scanReportTool} />;
}
