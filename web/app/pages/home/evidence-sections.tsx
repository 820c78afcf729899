import { lazy } from 'react';
import type { BlogPost, SiteProof } from '../../lib/site-proof.ts';
import { LazySection } from './lazy-section.tsx';

const Writing = lazy(() => import('./sections/writing.tsx').then((file) => ({ default: file.Writing })));
const Proven = lazy(() => import('./sections/proven.tsx').then((file) => ({ default: file.Proven })));

type EvidenceProps = { readonly posts: readonly BlogPost[]; readonly proof: Pick<SiteProof, 'lastDay' | 'headers'> };

/** What the owner wrote lately, and what the site proves of itself. One with nothing in it is left out. */
export function EvidenceSections({ posts, proof }: EvidenceProps) {
  return (
    <>
      {posts.length === 0 ? null : (
        <LazySection name="writing">
          <Writing posts={posts} />
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
