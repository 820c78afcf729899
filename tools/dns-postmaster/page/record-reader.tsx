import { useState } from 'react';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { explainRecord } from '../knowledge/explain-record.ts';

/** A record that somebody has, read in the page alone. */
export function RecordReader() {
  const [text, setText] = useState('');
  const explained = text.trim() === '' ? undefined : (explainRecord(text) ?? 'unknown');
  return (
    <Panel title="Read a record" className="mt-8">
      <p className="max-w-prose text-muted">
        Paste an SPF, DKIM, DMARC, TLS-RPT, TLSA or BIMI record, or an MTA-STS policy. It is read in this page; nothing is sent.
      </p>
      <TextArea
        label="Record or policy"
        className="mt-4 font-mono"
        rows={4}
        {...verbatim}
        placeholder="v=spf1 mx include:_spf.example.org -all"
        value={text}
        onValue={setText}
      />
      <div role="status" className="mt-4 empty:mt-0">
        {explained === undefined ? null : explained === 'unknown' ? (
          <p className="text-amber">
            This is none of those records: each begins with its version (v=… or version:…), and TLSA with three numbers.
          </p>
        ) : (
          <>
            <p className={explained.problem === '' ? 'text-verdigris' : 'text-carmine'}>
              {explained.problem === ''
                ? `✓ A valid ${explained.kind}${explained.kind.endsWith('policy') ? '' : ' record'}.`
                : `${explained.kind}: ${explained.problem}`}
            </p>
            <dl className="mt-3">
              {explained.lines.map(({ term, meaning }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same term may stand twice.
                <div key={index} className="grid gap-x-6 border-t border-hairline py-2 text-sm md:grid-cols-[minmax(12rem,1fr)_2fr]">
                  <dt className="font-mono [overflow-wrap:anywhere]">{term}</dt>
                  <dd className="text-muted">{meaning}</dd>
                </div>
              ))}
            </dl>
            {explained.advice.map((one) => (
              <p key={one} className="mt-2 text-sm">
                {one}
              </p>
            ))}
          </>
        )}
      </div>
    </Panel>
  );
}
