import { describeResult, observatoryTests } from '@castellan/probes/observatory/test-result';
import type { Report } from '@castellan/probes/report';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { testTitles } from '../knowledge/test-titles.ts';
import { readHttpReport } from './read-http-report.ts';

/** The ten tests as a ledger: points of each, where the score would stand with that test alone mended, and the sum. */
export function TenTests({ report }: { readonly report: Report }) {
  const facts = readHttpReport(report);
  if (facts === undefined || facts.observatory === null) return null;
  const { observatory, steps } = facts;
  return (
    <section aria-labelledby="ten-tests" className="min-w-0 print:mt-10">
      <h2 id="ten-tests" className="lettering pb-3 text-xl">
        The ten tests
      </h2>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">Points of each test of the HTTP Observatory</caption>
        <thead className="text-muted">
          <tr className="border-t border-hairline">
            <th scope="col" className="py-2 font-normal">
              Starts at 100
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-normal">
              Points
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-normal whitespace-nowrap">
              If fixed
            </th>
          </tr>
        </thead>
        <tbody>
          {observatoryTests.map((test) => {
            const { result, modifier } = observatory.tests[test];
            const step = steps.find((one) => one.test === test);
            return (
              <tr key={test} className="border-t border-hairline align-baseline">
                <th scope="row" className="py-2 font-normal">
                  <span className="font-semibold">{testTitles[test]}</span>
                  <span className="block text-muted">{describeResult(result)}</span>
                </th>
                <Points value={modifier} />
                <td className="py-2 pl-4 text-right font-mono whitespace-nowrap text-muted">
                  {step === undefined ? '' : `${step.grade} (${step.score})`}
                </td>
              </tr>
            );
          })}
        </tbody>
        {/* A footer would stand on every sheet of paper. */}
        <tbody>
          <tr className="border-t-2 border-edge align-baseline">
            <th scope="row" className="py-2 font-normal text-muted">
              Points above 0 count from 90 on; the score is never below 0.
            </th>
            <td className="lettering py-2 pl-4 text-right text-lg">{observatory.score}</td>
            <td className="lettering py-2 pl-4 text-right text-lg">{observatory.grade}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Points with their sign: what costs some is told by the minus, not by its ink alone. */
function Points({ value }: { readonly value: number }) {
  const text = value === 0 ? '0' : value > 0 ? `+${value}` : `−${-value}`;
  return (
    <td
      className={classNames(
        'py-2 pl-4 text-right font-mono whitespace-nowrap',
        value < 0 ? 'text-amber' : value > 0 ? 'text-verdigris' : 'text-muted',
      )}
    >
      {text}
    </td>
  );
}
