import { pageHead } from '../../domains/discovery/page-head.ts';
import { ReportToolPage } from '../../domains/tool-reports/report-tool-page.tsx';
import type { Route } from './+types/page.ts';
import { subdomainRadar } from './manifest.ts';
import { radarReportTool } from './radar-report-tool.ts';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, {
    path: `/${subdomainRadar.id}`,
    title: `${subdomainRadar.title} · ${owner}`,
    description: subdomainRadar.summary,
  });
}

export default function SubdomainRadarPage() {
  return <ReportToolPage tool={radarReportTool} />;
}
