import { headOf } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { Route } from './+types/page.ts';
import { HeaderProof } from './header-proof.tsx';
import { LogProof } from './log-proof.tsx';
import { ReleaseProof } from './release-proof.tsx';
import './proof.css';

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { proof: site.wholeProof(), publicUrl: site.publicUrl };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/proof',
    title: `This site, proven · ${name}`,
    description: `The signed log, the header grade and the release of ${name}'s site, with the commands that check them.`,
  }));
}

/** What the site publishes of itself, and how anybody checks it. */
export default function ProofPage({ loaderData: { proof, publicUrl } }: Route.ComponentProps) {
  return (
    <main id="main" className="page proof flex-1 pt-12 pb-24">
      <MrzLine
        text={mrzNameLine({ document: 'V', issuer: 'SEC', familyName: 'Verify', givenNames: 'do not trust' }, 36)}
        className="mb-5"
      />
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">This site, proven</h1>
      <p className="mt-5 max-w-prose text-lg text-muted">
        This site keeps a log that can only be added to, and signs a hash of it for every past day. It also grades its own security headers
        once a day, and lists the files of its private pages. Don’t take our word for it: run the commands below.
      </p>
      <LogProof proof={proof} publicUrl={publicUrl} />
      <HeaderProof headers={proof.headers} publicUrl={publicUrl} />
      {proof.release === undefined ? null : <ReleaseProof release={proof.release} publicUrl={publicUrl} />}
    </main>
  );
}
