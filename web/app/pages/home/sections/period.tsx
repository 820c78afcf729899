import { resumeDateText } from '@castellan/content/resume-period';

/** From when to when; without an end it lasts until the present. */
export function Period({ startDate, endDate }: { readonly startDate: string; readonly endDate?: string | undefined }) {
  return (
    <p className="font-mono text-sm text-muted">
      <time dateTime={startDate}>{resumeDateText(startDate)}</time>
      {' – '}
      {endDate === undefined ? <span className="text-verdigris">Present</span> : <time dateTime={endDate}>{resumeDateText(endDate)}</time>}
    </p>
  );
}
