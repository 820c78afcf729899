import type { Report } from '@castellan/probes/report';
import { useEffect, useState } from 'react';
import { reportShape } from '../../domains/tool-reports/report-shape.ts';
import { ReportView } from '../../domains/tool-reports/report-view.tsx';
import { callPublicFunction } from '../../lib/public-function.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';

/** No cache keeps the page of a link, and no search engine lists it. */
export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export function meta() {
  return [{ title: 'Shared report' }, { name: 'robots', content: 'noindex, nofollow' }];
}

type State = Report | 'loading' | 'gone' | 'must_wait';

/** A report that the owner made a link to. The link's token is asked with in a body, and rendered nowhere. */
export default function SharedReportPage({ params }: Route.ComponentProps) {
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    void callPublicFunction('shared-report', { token: params.token }, reportShape).then((answer) =>
      setState(answer.ok ? answer.value : answer.failure.code === 'must_wait' ? 'must_wait' : 'gone'),
    );
  }, [params.token]);
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <h1 className="lettering text-2xl">Shared report</h1>
      {typeof state === 'object' ? <ReportView report={state} /> : <p className="mt-4 text-muted">{words[state]}</p>}
    </main>
  );
}

const words = {
  loading: <Spinner label="Loading the report" />,
  gone: 'There is no report behind this link, or no longer. Ask whoever sent it.',
  must_wait: 'Too many links were opened from here. Try again in a minute.',
};
