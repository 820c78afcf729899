import type { LogFigures as Figures } from '../../../domains/security/log-filter.ts';

const figures: readonly { readonly key: keyof Figures; readonly label: string; readonly note: string }[] = [
  { key: 'total', label: 'Total', note: 'Newest rows and notices in this list' },
  { key: 'failed', label: 'Failed', note: 'Rows that failed' },
  { key: 'logins', label: 'Logins', note: 'Authentications that succeeded' },
  { key: 'vault', label: 'Vault', note: 'Rows of vault access' },
  { key: 'games', label: 'Games', note: 'Games played' },
  { key: 'score', label: 'Score', note: '100 − 5 × percentage of failed rows' },
];

/** The six figures of the list, in one ruled line. */
export function LogFigures({ of, pending }: { readonly of: Figures; readonly pending: boolean }) {
  return (
    <dl className="log-figures" aria-busy={pending || undefined}>
      {figures.map(({ key, label, note }) => (
        <div key={key} className="log-figure" title={note}>
          <dt>{label}</dt>
          <dd className={key === 'failed' && of.failed > 0 && !pending ? 'text-carmine' : undefined}>
            {pending ? '–' : of[key]}
            {key === 'score' && !pending ? '%' : ''}
          </dd>
        </div>
      ))}
    </dl>
  );
}
