import { pageHead } from '../../domains/discovery/page-head.ts';
import { ReportToolPage } from '../../domains/tool-reports/report-tool-page.tsx';
import type { Route } from './+types/page.ts';
import { dnsPostmaster } from './manifest.ts';
import { postmasterReportTool } from './postmaster-report-tool.ts';
import { RecordBuilders } from './record-builders.tsx';
import { RecordReader } from './record-reader.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${dnsPostmaster.id}`, title: `${dnsPostmaster.title} · ${owner}`, description: dnsPostmaster.summary });
}

export default function DnsPostmasterPage() {
  return (
    <ReportToolPage tool={postmasterReportTool}>
      <RecordReader />
      <RecordBuilders />
    </ReportToolPage>
  );
}
