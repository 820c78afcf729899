import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import type { TextDetails } from '../knowledge/describe-text.ts';

type DetailsProps = { readonly details: TextDetails | undefined; readonly isExact: boolean; readonly onExact: (is: boolean) => void };

const cell = 'border-b border-hairline py-2 pr-4 text-left align-top';

/** Readability, phrases and hidden characters. */
export function DetailsSheets({ details, isExact, onExact }: DetailsProps) {
  return (
    <>
      <Panel title="Readability">
        {details === undefined ? (
          <p className="text-muted">Six formulas for English prose, each with its least sample, once there is a text.</p>
        ) : (
          <Formulas details={details} />
        )}
        <CheckField
          className="mt-3"
          label="Exact syllables"
          hint="Fetches a list of exceptions of 40 kB, once. Without it syllables are counted by rule, right for 92 of 100 words."
          checked={isExact}
          onChecked={onExact}
        />
      </Panel>
      {details === undefined || details.density[0].length === 0 ? null : (
        <Panel title="Most frequent">
          <div className="grid gap-6 sm:grid-cols-3">
            {details.density.map((phrases, index) => (
              <ol
                key={['one', 'two', 'three'][index]}
                aria-label={['Words', 'Phrases of two words', 'Phrases of three words'][index]}
                className="text-sm"
              >
                {phrases.length === 0 ? <li className="text-muted">No phrase of {index + 1} words repeats.</li> : null}
                {phrases.map(({ text, count, share }) => (
                  <li key={text} className="flex justify-between gap-3 border-b border-hairline py-1.5">
                    <span className="min-w-0 wrap-anywhere">{text}</span>
                    <span className="font-mono whitespace-nowrap text-muted">
                      {count} · {(share * 100).toFixed(1)} %
                    </span>
                  </li>
                ))}
              </ol>
            ))}
          </div>
        </Panel>
      )}
      {details === undefined ? null : <HiddenCharacters odd={details.odd} />}
    </>
  );
}

function Formulas({ details }: { readonly details: TextDetails }) {
  return (
    <TableFrame label="Readability formulas">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-muted">
            <th className={cell}>Formula</th>
            <th className={cell}>Value</th>
            <th className={cell}>Means</th>
          </tr>
        </thead>
        <tbody>
          {details.readability.map(({ name, formula, value, scale, leastSample }) => (
            <tr key={name}>
              <th className={`${cell} font-normal`}>
                <span className="font-semibold">{name}</span>
                <span className="block text-muted">{formula}</span>
              </th>
              <td className={`${cell} whitespace-nowrap`}>
                {value === undefined ? (
                  <span className="text-muted">wants {leastSample}</span>
                ) : (
                  <span className="lettering text-lg">{value}</span>
                )}
              </td>
              <td className={`${cell} text-muted`}>{scale}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function HiddenCharacters({ odd }: { readonly odd: TextDetails['odd'] }) {
  return (
    <Panel title="Hidden characters and look-alikes">
      {odd.length === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <ul className="text-sm">
          {odd.slice(0, 40).map(({ at, line, code, name }) => (
            <li key={at} className="flex flex-wrap justify-between gap-x-4 border-b border-hairline py-1.5">
              <span>
                <span className="font-mono text-amber">{code}</span> {name}
              </span>
              <span className="text-muted">line {line}</span>
            </li>
          ))}
        </ul>
      )}
      {odd.length > 40 ? <p className="mt-2 text-sm text-muted">{odd.length === 200 ? 'At least 160' : odd.length - 40} more.</p> : null}
    </Panel>
  );
}
