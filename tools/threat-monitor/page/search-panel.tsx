import { type FormEvent, useState } from 'react';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { counted } from '../knowledge/counted.ts';
import { type Found, searchThreats } from './threat-answers.ts';
import { ThreatItem } from './threat-item.tsx';

type Search = { readonly status: 'idle' | 'searching' | 'failed' } | { readonly status: 'found'; readonly found: Found };

/** Looks for CVEs, addresses, names and URLs in what the sources brought. */
export function SearchPanel({ today }: { readonly today: string }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState<Search>({ status: 'idle' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setSearch({ status: 'searching' });
    const answer = await searchThreats(text.trim().slice(0, 20_000));
    setSearch(answer.ok ? { status: 'found', found: answer.value } : { status: 'failed' });
  };
  return (
    <Panel title="Search">
      <form onSubmit={(event) => void submit(event)} className="grid justify-items-start gap-3">
        <TextArea
          label="CVE, IP address, host name, URL, or a product"
          className="w-full"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          maxLength={20_000}
          placeholder={'hxxps://evil[.]example/a'}
          value={text}
          onValue={setText}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        <p className="text-sm text-muted">Defanged indicators are accepted. One entry per line (Shift and Enter, or paste).</p>
        <GhostButton type="submit" busy={search.status === 'searching'}>
          Search
        </GhostButton>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {search.status === 'failed' ? <StatusMark kind="failure">The server did not answer. Try again in a moment.</StatusMark> : null}
        {search.status === 'found' ? <p>{summary(search.found)}</p> : null}
      </div>
      {search.status === 'found' ? <Results found={search.found} today={today} /> : null}
    </Panel>
  );
}

function summary({ read, items, threats }: Found): string {
  const [first = ''] = read;
  if (read.length === 0) return 'Nothing to search for in this text.';
  const what = read.length === 1 ? `“${first.slice(0, 120)}”` : counted(read.length, 'entry', 'entries');
  if (items.length + threats.length === 0) return `No source lists ${what}. This does not prove that it is harmless.`;
  const parts = [
    ...(items.length === 0 ? [] : [counted(items.length, 'vulnerability', 'vulnerabilities')]),
    ...(threats.length === 0 ? [] : [counted(threats.length, 'indicator')]),
  ];
  return `${parts.join(' and ')} for ${what}.`;
}

function Results({ found: { items, threats }, today }: { readonly found: Found; readonly today: string }) {
  return (
    <>
      {threats.length === 0 ? null : (
        <ul className="mt-2">
          {threats.map(({ source, value, about, status, firstSeen, lastSeen, reference }) => (
            <li key={`${source} ${value} ${firstSeen}`} className="border-t border-hairline py-3">
              {/* Never a link: it leads to malware. */}
              <p className="font-mono text-sm wrap-anywhere">{defang(value)}</p>
              <p className="mt-1 text-sm text-muted">
                {[about, status, seenWords(firstSeen, lastSeen)].filter((part) => part !== '').join('; ')}.{' '}
                {reference === '' ? (
                  nameOf(source)
                ) : (
                  <a href={reference} target="_blank" rel="noopener noreferrer">
                    {`At ${nameOf(source)}`}
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 ? null : (
        <ul className="mt-2">
          {items.map((item) => (
            <ThreatItem key={item.id} item={item} today={today} />
          ))}
        </ul>
      )}
    </>
  );
}

function nameOf(source: 'feodo' | 'urlhaus'): string {
  return source === 'feodo' ? 'Feodo Tracker' : 'URLhaus';
}

function seenWords(first: string, last: string): string {
  if (first === '') return '';
  return last === '' || last.slice(0, 10) === first.slice(0, 10)
    ? `seen ${first.slice(0, 10)}`
    : `seen ${first.slice(0, 10)} to ${last.slice(0, 10)}`;
}

/** Shown so that no program makes a link of it. */
function defang(value: string): string {
  const [scheme = ''] = /^https?:\/\//.exec(value) ?? [];
  const [host = '', ...rest] = value.slice(scheme.length).split('/');
  return `${scheme.replace('http', 'hxxp')}${[host.replaceAll('.', '[.]'), ...rest].join('/')}`;
}
