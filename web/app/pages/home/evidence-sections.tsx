import { lazy } from 'react';
import type { SiteProof } from '../../lib/site-proof.ts';
import { LazySection } from './lazy-section.tsx';
import type { HomeWriting } from './writing-content.ts';

const Writing = lazy(() => import('./sections/writing.tsx').then((file) => ({ default: file.Writing })));
const Proven = lazy(() => import('./sections/proven.tsx').then((file) => ({ default: file.Proven })));

type EvidenceProps = { readonly writing: HomeWriting | undefined; readonly proof: Pick<SiteProof, 'lastDay' | 'headers'> };

/** What the owner wrote lately, and what the site proves of itself. One with nothing in it is left out. */
export function EvidenceSections({ writing, proof }: EvidenceProps) {
  return (
    <>
      {writing === undefined ? null : (
        <LazySection name="writing">
          <Writing writing={writing} />
        </LazySection>
      )}
      {proof.lastDay === undefined && proof.headers === undefined ? null : (
        <LazySection name="proven">
          <Proven proof={proof} />
        </LazySection>
      )}
    </>
  );
}
