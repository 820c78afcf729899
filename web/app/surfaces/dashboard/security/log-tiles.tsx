import type { LogFigures } from '../../../domains/security/log-filter.ts';

const tiles: readonly { readonly key: keyof LogFigures; readonly label: string; readonly note: string }[] = [
  { key: 'total', label: 'Total', note: 'in this list' },
  { key: 'failed', label: 'Failed', note: 'failed events' },
  { key: 'logins', label: 'Logins', note: 'signed in' },
  { key: 'vault', label: 'Vault', note: 'vault access' },
  { key: 'games', label: 'Games', note: 'played' },
  { key: 'score', label: 'Score', note: '100 − 5 × fail %' },
];

/** The six figures of the list. */
export function LogTiles({ figures, pending }: { readonly figures: LogFigures; readonly pending: boolean }) {
  return (
    <dl className="log-tiles" aria-busy={pending || undefined}>
      {tiles.map(({ key, label, note }) => (
        <div key={key} className="log-tile">
          <dt>{label}</dt>
          <dd>
            <span className={key === 'failed' && figures.failed > 0 ? 'text-carmine' : undefined}>
              {pending ? '–' : figures[key]}
              {key === 'score' && !pending ? '%' : ''}
            </span>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
