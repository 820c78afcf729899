import { useEffect, useState } from 'react';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { countryName } from './country-name.ts';
import type { ShortLink } from './links.ts';
import { VisitChart } from './visit-chart.tsx';
import { daysOf, readSums, type VisitSum } from './visit-sums.ts';

type VisitsDialogProps = { readonly link: ShortLink | undefined; readonly onClose: () => void };

const shownDays = 30;

/** What was counted of a link in the last 30 days. */
export function VisitsDialog({ link, onClose }: VisitsDialogProps) {
  return (
    <Dialog
      open={link !== undefined}
      title={link === undefined ? 'Visits' : `Visits of /s/${link.slug}`}
      description={`The last ${shownDays} days, in UTC.`}
      onClose={onClose}
    >
      {link === undefined ? null : <Visits key={link.id} link={link} />}
    </Dialog>
  );
}

type Asked =
  | { readonly status: 'asking' | 'failed' }
  | { readonly status: 'known'; readonly sums: readonly VisitSum[]; readonly atMs: number };

function Visits({ link }: { readonly link: ShortLink }) {
  const [asked, setAsked] = useState<Asked>({ status: 'asking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    const nowMs = Date.now();
    const since = new Date(nowMs - (shownDays - 1) * 86_400_000).toISOString().slice(0, 10);
    return whileWanted(readSums(link.id, since), (answer) =>
      setAsked(answer.ok ? { status: 'known', sums: answer.value, atMs: nowMs } : { status: 'failed' }),
    );
  }, [link.id, round]);
  if (asked.status === 'known') return <Sums sums={asked.sums} nowMs={asked.atMs} />;
  if (asked.status === 'asking') return <Waiting label="Loading the visits" className="min-h-40 text-xl" />;
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <StatusMark kind="failure">The server does not answer, so the visits are not known.</StatusMark>
      <GhostButton
        onClick={() => {
          setAsked({ status: 'asking' });
          setRound(round + 1);
        }}
      >
        Try again
      </GhostButton>
    </div>
  );
}

function Sums({ sums, nowMs }: { readonly sums: readonly VisitSum[]; readonly nowMs: number }) {
  const days = daysOf(sums, shownDays, nowMs);
  const total = (kind: string) => sums.filter((sum) => sum.kind === kind).reduce((sum, { visits }) => sum + visits, 0);
  const facts = [
    { label: 'Visits', value: total('visit') },
    { label: 'Visitors', value: total('visitor') },
    { label: 'Bots', value: total('bot') },
  ];
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-3 gap-4">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="lettering text-2xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {total('visit') === 0 ? <p className="text-muted">No visits in this period.</p> : <VisitChart days={days} />}
      <SumList title="Referrers" sums={sums} kind="referrer" nameOf={(name) => (name === 'direct' ? 'Direct, or not told' : name)} />
      <SumList title="Countries" sums={sums} kind="country" nameOf={countryName} />
      <SumList title="Browsers" sums={sums} kind="browser" nameOf={(name) => (name === 'other' ? 'Others' : name)} />
      <SumList title="Bots" sums={sums} kind="bot" nameOf={(name) => name} />
      <p className="text-sm text-muted">
        A visitor counts once a day: address and browser are hashed under a salt that is forgotten when the day ends, and kept nowhere else.
        Of browsers that ask for privacy (GPC) the visit alone is counted. Countries by ip-location-db, with data of the Number Resource
        Organization, nro.net (CC BY 4.0).
      </p>
    </div>
  );
}

type SumListProps = {
  readonly title: string;
  readonly sums: readonly VisitSum[];
  readonly kind: string;
  readonly nameOf: (name: string) => string;
};

/** Rows shown of each kind. */
const shownRows = 8;

function SumList({ title, sums, kind, nameOf }: SumListProps) {
  const rows = sums.filter((sum) => sum.kind === kind).sort((one, other) => other.visits - one.visits);
  if (rows.length === 0) return null;
  const most = rows[0]?.visits ?? 1;
  const rest = rows.slice(shownRows).reduce((sum, { visits }) => sum + visits, 0);
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      <ul>
        {rows.slice(0, shownRows).map(({ name, visits }) => (
          <li key={name} className="grid grid-cols-[1fr_6rem_3.5rem] items-center gap-3 border-t border-hairline py-1.5">
            <span className="truncate">{nameOf(name)}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full" aria-hidden="true">
              <rect width={Math.max(1, (visits / most) * 100)} height="6" fill="var(--verdigris)" />
            </svg>
            <span className="text-right font-mono text-sm tabular-nums">{visits}</span>
          </li>
        ))}
        {rest === 0 ? null : (
          <li className="border-t border-hairline py-1.5 text-sm text-muted">{`${rest} from ${rows.length - shownRows} more`}</li>
        )}
      </ul>
    </section>
  );
}
