import type { Report } from '@castellan/probes/report';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { readHttpReport } from './read-http-report.ts';

/** What an HTTP report rests on: the headers of the page, the redirects that led to it, and what was assumed. */
export function HttpDetails({ report }: { readonly report: Report }) {
  const facts = readHttpReport(report);
  if (facts === undefined) return null;
  const { route, headers, assumed } = facts;
  const hasMore = route.length > 1 || assumed.length > 0;
  return (
    <div className={hasMore ? 'mt-10 grid items-start gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:block' : 'mt-10'}>
      <section className="min-w-0">
        <h2 className="lettering pb-3 text-xl">Headers</h2>
        <TableFrame label="Headers of the page" className="border-b border-hairline">
          <table className="stacked-table w-full text-left text-sm">
            <tbody>
              {headers.map(({ name, value }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand there twice, and their order says something.
                <tr key={at} className="border-t border-hairline align-top">
                  <th scope="row" translate="no" className="py-1.5 pr-4 font-mono font-normal whitespace-nowrap text-muted">
                    {name}
                  </th>
                  <td className="py-1.5 font-mono wrap-anywhere">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
      {hasMore ? (
        <div className="grid min-w-0 gap-10 print:mt-10">
          {route.length < 2 ? null : (
            <section>
              <h2 className="lettering pb-3 text-xl">Redirects</h2>
              <ol className="border-b border-hairline font-mono text-sm break-all">
                {route.map(({ status, url }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and one address may stand in a route twice.
                  <li key={at} className="border-t border-hairline py-2">
                    {status} {url}
                  </li>
                ))}
              </ol>
            </section>
          )}
          {assumed.length === 0 ? null : (
            <section>
              <h2 className="lettering pb-3 text-xl">Assumptions</h2>
              <ul className="border-b border-hairline text-sm text-muted">
                {assumed.map((sentence) => (
                  <li key={sentence} className="border-t border-hairline py-2">
                    {sentence}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      ) : null}
    </div>
  );
}
