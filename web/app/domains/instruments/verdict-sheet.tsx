import type { ReactNode } from 'react';
import { Card } from '../../ui/panel.tsx';
import { Seal, type VerdictTone } from './seal.tsx';

/** A name and a value: three to five of them tell what a verdict rests on. */
export type Fact = { readonly name: string; readonly value: ReactNode };

type VerdictSheetProps = {
  readonly tone: VerdictTone;
  readonly sealText: string;
  /** The verdict in one sentence. */
  readonly verdict: string;
  /** What it means and what to do. */
  readonly children?: ReactNode;
  readonly facts: readonly Fact[];
};

/** The verdict of a report, to be read first: seal, one sentence, and the facts behind it. Its changes are announced. */
export function VerdictSheet({ tone, sealText, verdict, children, facts }: VerdictSheetProps) {
  return (
    <Card aria-label="Verdict" className="@container overflow-hidden">
      <div className="grid @min-[52rem]:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex items-center gap-5 p-5 @min-[36rem]:gap-8 @min-[36rem]:p-7">
          <Seal tone={tone} text={sealText} className="w-24 shrink-0 @min-[36rem]:w-40 @min-[52rem]:w-52" />
          <div role="status" className="min-w-0">
            <h2 className="lettering text-xl md:text-[1.75rem]/tight">{verdict}</h2>
            {children === undefined ? null : <div className="mt-2 max-w-prose text-muted">{children}</div>}
          </div>
        </div>
        <FactList facts={facts} />
      </div>
    </Card>
  );
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid content-center border-t border-hairline @min-[52rem]:border-t-0 @min-[52rem]:border-l">
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline px-5 py-2.5 text-sm last:border-b-0"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="ml-auto min-w-0 text-right font-mono font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
