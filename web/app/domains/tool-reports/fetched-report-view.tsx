import { fetchedPart } from '../../ui/fetched-part.tsx';

/** A report as `ReportView` draws it, whose code is fetched with the first report: most visits of a tool's page show none. */
export const FetchedReportView = fetchedPart(async () => (await import('./report-view.tsx')).ReportView);
