import { useState } from 'react';
import { GhostButton } from '../../ui/button.tsx';
import { fetchedPart } from '../../ui/fetched-part.tsx';
import { useLedTo } from '../../ui/hooks/use-led-to.ts';
import { Panel } from '../../ui/panel.tsx';
import { useOwnerFacts } from '../owner/owner-facts.ts';
import { SecretRoot } from '../vault/secret-root.tsx';

// What opens sealed records is fetched where they are asked for.
const SealedEngagements = fetchedPart(async () => (await import('./sealed-engagements.tsx')).SealedEngagements);

/** The owner's engagements, once they are opened or the address asks for them (`isAsked`): whatever is readable of them stands in a root of its own, which a lock drops. */
export function EngagementsPanel({ isAsked }: { readonly isAsked: boolean }) {
  const [isOpened, setOpened] = useState(false);
  // A root of its own does not know the page's facts.
  const { name } = useOwnerFacts();
  const draw = () => <SealedEngagements tester={name} />;
  const top = useLedTo(isAsked);
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-4">
      {isOpened || isAsked ? <SecretRoot draw={draw} /> : <ClosedPanel onOpen={() => setOpened(true)} />}
    </div>
  );
}

function ClosedPanel({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Panel title="Engagements" aside={<span className="text-sm text-muted">Sealed</span>}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-muted">
          Clients, scopes and days of permission, the runs that belong to each, what changed, and one report of all of it.
        </p>
        <GhostButton onClick={onOpen}>Open the engagements</GhostButton>
      </div>
    </Panel>
  );
}
