import { toolPlates } from '../../../../../tools/plate-registry.ts';
import type { RecordedReport, RecordPlate } from '../../../../../tools/tool-plate.ts';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import { PlateLink } from './plate-link.tsx';

/** The recorded reports as coupons of one sheet: what each was made of and when stands in its head, once where it is the same for all. */
export function RecordSheet({ records }: { readonly records: Readonly<Record<string, RecordedReport>> }) {
  const coupons = toolPlates.flatMap((plate) => {
    const report = plate.kind === 'record' ? records[plate.tool.id] : undefined;
    return plate.kind !== 'record' || report === undefined ? [] : [{ plate, report }];
  });
  if (coupons.length === 0) return null;
  const origins = new Set(coupons.map(({ report }) => originOf(report)));
  const [shared] = origins;
  return (
    <article className="bench-plate bench-lead-cell bench-sheet">
      <header>
        <h3 className="lettering">Reports on record</h3>
        {origins.size > 1 ? null : <p>{shared}</p>}
      </header>
      <ul>
        {coupons.map(({ plate, report }) => (
          <Coupon key={plate.tool.id} plate={plate} report={report} origin={origins.size > 1 ? originOf(report) : undefined} />
        ))}
      </ul>
    </article>
  );
}

type CouponProps = { readonly plate: RecordPlate; readonly report: RecordedReport; readonly origin: string | undefined };

function Coupon({ plate: { tool, Picture }, report, origin }: CouponProps) {
  const [first, rest] = splitVerdict(report.verdict);
  return (
    <li>
      <div className="bench-picture" aria-hidden="true">
        <Picture data={report} />
      </div>
      <b>{first}</b>
      {rest === '' ? null : <p>{rest}</p>}
      {origin === undefined ? null : <p>{origin}</p>}
      <p className="bench-coupon-way">
        <PlateLink to={`/${tool.id}`}>{tool.title}</PlateLink>
      </p>
    </li>
  );
}

function originOf({ target, recordedAt }: RecordedReport): string {
  return `Sample target ${target} · recorded ${utcDayText(recordedAt.slice(0, 10))}`;
}

/** A verdict's first sentence, and what follows it. */
export function splitVerdict(verdict: string): readonly [first: string, rest: string] {
  const end = verdict.search(/\.\s+[A-Z]/);
  return end === -1 ? [verdict, ''] : [verdict.slice(0, end + 1), verdict.slice(end + 1).trim()];
}
