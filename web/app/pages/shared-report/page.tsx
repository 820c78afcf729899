import type { Report } from '@castellan/probes/report';
import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { reportShape } from '../../domains/tool-reports/report-shape.ts';
import { ReportView } from '../../domains/tool-reports/report-view.tsx';
import { callPublicFunction } from '../../lib/public-function.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';
import { ClosedLink, closedHeaders, handedOutHead } from '../closed-link/closed-link.tsx';
import { type ClosedReason, closedFace, readClosedReason } from '../closed-link/closed-reasons.ts';
import type { Route } from './+types/page.ts';

/** The server sets the reason where the link opens nothing; `null`: it may open a report. */
export function loader({ request }: Route.LoaderArgs) {
  const reason = readClosedReason(new URL(request.url).searchParams.get('refused')) ?? null;
  return data(reason, { status: reason === null ? 200 : closedFace(reason).status });
}

export function headers() {
  return closedHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return handedOutHead(loaderData ? closedFace(loaderData).title : 'Shared report', matches[0].loaderData);
}

/** A report that the owner made a link to. The link's token is asked with in a body, and rendered nowhere. */
export default function SharedReportPage({ params, loaderData }: Route.ComponentProps) {
  return loaderData === null ? <SharedReport token={params.token} /> : <ClosedLink reason={loaderData} />;
}

function SharedReport({ token }: { readonly token: string }) {
  const [state, setState] = useState<Report | ClosedReason | 'loading'>('loading');
  useEffect(() => {
    void callPublicFunction('shared-report', { token }, reportShape).then((answer) =>
      setState(answer.ok ? answer.value : answer.failure.code === 'must_wait' ? 'report-wait' : 'report-unknown'),
    );
  }, [token]);
  if (typeof state === 'string' && state !== 'loading') return <ClosedLink reason={state} />;
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <h1 className="lettering text-2xl">Shared report</h1>
      {state === 'loading' ? (
        <>
          <p className="with-script mt-4 text-muted">
            <Spinner label="Loading the report" />
          </p>
          <WithoutScript>The report needs JavaScript.</WithoutScript>
        </>
      ) : (
        <ReportView report={state} />
      )}
    </main>
  );
}
