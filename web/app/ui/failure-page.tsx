import type { ReactNode } from 'react';
import { EngravedNumeral } from './engraving/engraved-numeral.tsx';
import { mrzNameLine } from './mrz/mrz.ts';
import { MrzLine } from './mrz/mrz-line.tsx';

type FailurePageProps = {
  /** The HTTP status, or its nearest match. */
  readonly status: number;
  readonly title: string;
  /** What happened, and what to do. */
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** A whole page that says why there is no page, and where to go instead. */
export function FailurePage({ status, title, children, actions }: FailurePageProps) {
  return (
    <main
      id="main"
      className="page grid flex-1 items-center gap-x-12 gap-y-12 py-12 max-md:content-center md:grid-cols-[minmax(0,1fr)_minmax(0,34%)]"
    >
      <div className="min-w-0 max-w-prose">
        <MrzLine text={mrzNameLine({ document: 'X', issuer: String(status), familyName: title, givenNames: '' })} className="mb-5" />
        <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">{title}</h1>
        <div className="mt-5 text-lg text-muted">{children}</div>
        <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>
      </div>
      <EngravedNumeral text={String(status)} className="w-full max-w-60 max-md:order-first md:max-w-104 md:justify-self-end" />
    </main>
  );
}
