import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Birthday } from '../../../domains/birthday/birthday-phase.ts';
import { terminalAddress } from '../../../domains/session/next-path.ts';
import { lifeOf, readStanding } from '../../../domains/session/session-standing.ts';
import { type OwnWish, readOwnWishes, readThanks, type Thanks } from '../../../domains/wishes/owner-wishes.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import { OwnWishList } from './own-wish-list.tsx';
import { SealNote, ThankYouList } from './thank-you-list.tsx';

type Desk =
  | { readonly kind: 'loading' | 'signed-out' | 'failed' }
  | { readonly kind: 'ready'; readonly wishes: readonly OwnWish[]; readonly thanks: readonly Thanks[] };

type OwnerDeskProps = {
  readonly birthday: Birthday;
  /** The public list changed. */
  readonly onChange: () => void;
};

/** The owner’s own view of the list: everything to be changed about it, and after the birthday whom to thank. */
export function OwnerDesk({ birthday, onChange }: OwnerDeskProps) {
  const [desk, setDesk] = useState<Desk>({ kind: 'loading' });
  const load = useCallback(async () => setDesk(await readDesk()), []);
  useEffect(() => void load(), [load]);
  return (
    <Panel title="Your desk" aria-label="Your desk" className="mb-12">
      <DeskContent
        desk={desk}
        birthday={birthday}
        onRetry={() => void load()}
        onChange={async () => {
          await load();
          onChange();
        }}
      />
    </Panel>
  );
}

async function readDesk(): Promise<Desk> {
  const life = lifeOf(await readStanding());
  if (life !== 'live') return { kind: life === 'none' ? 'signed-out' : 'failed' };
  const [wishes, thanks] = await Promise.all([readOwnWishes(), readThanks()]);
  return wishes.ok && thanks.ok ? { kind: 'ready', wishes: wishes.value, thanks: thanks.value } : { kind: 'failed' };
}

function DeskContent({
  desk,
  birthday,
  onRetry,
  onChange,
}: {
  readonly desk: Desk;
  readonly birthday: Birthday;
  readonly onRetry: () => void;
  readonly onChange: () => Promise<void>;
}) {
  switch (desk.kind) {
    case 'loading':
      return <p role="status">Checking the session</p>;
    case 'signed-out':
      return (
        <div className="flex flex-wrap items-center gap-4">
          <p>Your session is over. Sign in to change the list.</p>
          <Link to={terminalAddress('/wishlist')} className={buttonClass('ghost')}>
            Sign in
          </Link>
        </div>
      );
    case 'failed':
      return (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert">Your wishes cannot be read at the moment.</p>
          <Button tone="ghost" onClick={onRetry}>
            Try again
          </Button>
        </div>
      );
    case 'ready':
      return (
        <>
          <SealNote birthday={birthday} />
          <OwnWishList wishes={desk.wishes} onChange={onChange} />
          <ThankYouList thanks={desk.thanks} timeZone={birthday.timeZone} />
        </>
      );
  }
}
