import { describeResult, observatoryTests } from '@castellan/probes/observatory/test-result';
import type { Report } from '@castellan/probes/report';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { testTitles } from '../knowledge/test-titles.ts';
import { readHttpReport } from './read-http-report.ts';

/** What only an HTTP report has: the ten tests with their points, what would raise the score, redirects, headers, assumptions. */
export function HttpDetails({ report }: { readonly report: Report }) {
  const facts = readHttpReport(report);
  if (facts === undefined) return null;
  const { observatory, steps, route, headers, assumed } = facts;
  return (
    <>
      {observatory === null ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">The ten tests</h2>
          <p className="mt-1 text-sm text-muted">100 points, less what is lost; points won count from 90 on.</p>
          <ul className="mt-3 border-b border-hairline">
            {observatoryTests.map((test) => {
              const { result, modifier } = observatory.tests[test];
              return (
                <li key={test} className="grid gap-x-4 border-t border-hairline py-2.5 text-sm sm:grid-cols-[15rem_1fr_auto]">
                  <span className="font-semibold">{testTitles[test]}</span>
                  <span className="text-muted">{describeResult(result)}</span>
                  <Points value={modifier} />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {steps.length === 0 ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">What would raise the score</h2>
          <ol className="mt-3 border-b border-hairline">
            {steps.map(({ test, gain, score, grade }) => (
              <li key={test} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-2 text-sm">
                <span>{testTitles[test]}</span>
                <span className="font-mono text-muted">
                  +{gain}: {score}, {grade}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {route.length < 2 ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">From plain HTTP</h2>
          <ol className="mt-3 font-mono text-sm break-all">
            {route.map(({ status, url }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and one address may stand in a route twice.
              <li key={at} className="border-t border-hairline py-2">
                {status} {url}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="mt-10">
        <h2 className="lettering text-xl">Headers</h2>
        <TableFrame label="Headers of the page" className="mt-3">
          <table className="w-full text-left text-sm">
            <tbody>
              {headers.map(({ name, value }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand there twice, and their order says something.
                <tr key={at} className="border-t border-hairline align-top">
                  <th scope="row" className="py-2 pr-4 font-mono font-normal whitespace-nowrap text-muted">
                    {name}
                  </th>
                  <td className="py-2 font-mono [overflow-wrap:anywhere]">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
      {assumed.length === 0 ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">Taken for granted</h2>
          <ul className="mt-3 list-disc pl-5 text-sm text-muted">
            {assumed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Points({ value }: { readonly value: number }) {
  if (value === 0) return <StatusMark kind="success">0 points</StatusMark>;
  return value > 0 ? (
    <StatusMark kind="success">{`+${value} points`}</StatusMark>
  ) : (
    <StatusMark kind="warning">{`${value} points`}</StatusMark>
  );
}
