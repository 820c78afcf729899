import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { ageWords, counted } from '../knowledge/counted.ts';
import type { Source } from './threat-answers.ts';
import { sourceNames, troubleWords } from './words.ts';

/** Where everything comes from, and how old it is. */
export function SourcesPanel({ sources }: { readonly sources: readonly Source[] }) {
  return (
    <Panel title="Sources">
      <p className="-mt-1 mb-2 text-muted">
        Queried by your server while this page is open. The last valid answer is kept until a newer one arrives.
      </p>
      <ul>
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
    </Panel>
  );
}

function SourceRow({ source }: { readonly source: Source }) {
  const { id, isOff, size, version } = source;
  const { name, holds, unit, units } = sourceNames[id];
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-hairline py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_minmax(0,19rem)] md:items-center">
      <div>
        <h3 className="font-semibold">{name}</h3>
        <p className="text-sm text-muted">{holds}</p>
      </div>
      <p className="font-mono text-sm tabular-nums">
        {isOff || source.confirmedAt === null ? '' : counted(size, unit, units)}
        {version === '' ? null : <span className="block text-muted">{version}</span>}
      </p>
      <p className="text-sm">
        <State source={source} />
      </p>
    </li>
  );
}

function State({ source: { id, isOff, confirmedAt, isStale, trouble, nextAt } }: { readonly source: Source }) {
  const nowMs = useNow(60_000);
  if (isOff) return <span className="text-muted">Switched off on this server</span>;
  const age = confirmedAt === null ? undefined : ageWords(nowMs - Date.parse(confirmedAt));
  const again =
    nextAt === null
      ? ''
      : ` Next try ${Date.parse(nextAt) > nowMs ? `in ${ageWords(Date.parse(nextAt) - nowMs)}` : 'with the next round'}.`;
  if (trouble !== null)
    return (
      <StatusMark kind="warning">
        {`${troubleWords[trouble]}. ${age === undefined ? 'No copy yet.' : `Last valid copy: ${age} old.`}${again}`}
      </StatusMark>
    );
  if (age === undefined)
    return (
      <span className="text-muted">{id === 'ssvc' ? 'Not queried yet' : id === 'osv' ? 'No packages checked yet' : 'Not read yet'}</span>
    );
  return isStale ? (
    <StatusMark kind="warning">{`Stale: confirmed ${age} ago`}</StatusMark>
  ) : (
    <StatusMark kind="success">{`Confirmed ${age} ago`}</StatusMark>
  );
}
