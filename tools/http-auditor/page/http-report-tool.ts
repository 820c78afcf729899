import { parseTarget } from '@castellan/probes/target';
import type { ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { httpAuditor } from '../manifest.ts';
import { HttpDetails } from './http-details.tsx';
import { HttpOptions } from './http-options.tsx';
import { readHttpReport } from './read-http-report.ts';
import { TenTests } from './ten-tests.tsx';

/** What the shared page needs to know of HTTP Auditor. */
export const httpReportTool: ReportTool = {
  ...httpAuditor,
  placeholder: 'example.org',
  verb: 'Audit',
  isActive: false,
  checks: [
    'The ten tests of the HTTP Observatory, version 4: same score, grade and results as its scanner',
    'Content-Security-Policy in headers and page, and its bypasses known to Google’s CSP Evaluator',
    'Cookies: Secure, HttpOnly, SameSite, prefixes, domains',
    'The redirect chain from plain HTTP, and HSTS',
    'External scripts and their integrity hashes, and mixed content',
    'Cross-origin access: CORS, CORP, COOP, COEP, frame-ancestors',
    'Version disclosure, obsolete headers, cacheable responses with cookies',
    'A fix for each finding, with configuration for nginx, Caddy and Apache',
  ],
  readTarget: (text) => parseTarget(text, 443),
  OptionFields: HttpOptions,
  factsOf: (report) => {
    const facts = readHttpReport(report);
    if (facts === undefined) return [];
    const { observatory, status, route, steps, answerMs } = facts;
    const [step] = steps;
    return [
      // The Observatory's own; the mark on top is held down by what it does not score.
      { label: 'Observatory', value: observatory === null ? 'not scored' : `${observatory.score}, ${observatory.grade}` },
      { label: 'Status', value: String(status) },
      ...(answerMs === undefined ? [] : [{ label: 'Answered in', value: `${answerMs} ms` }]),
      ...(route.length < 2 ? [] : [{ label: 'Redirects', value: String(route.length - 1) }]),
      ...(step === undefined ? [] : [{ label: 'Next step', value: `+${step.gain}, to ${step.grade}` }]),
    ];
  },
  measuresOf: () => [],
  Beside: TenTests,
  Details: HttpDetails,
};
