import { lazy, Suspense, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { BirthdaySlot } from '../../domains/birthday/birthday-slot.tsx';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { siteOf } from '../../lib/site-context.ts';
import { hasStoredSession } from '../../lib/stored-session.ts';
import { GhostButton } from '../../ui/button.tsx';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { Route } from './+types/page.ts';
import { WishBoard } from './wish-board.tsx';
import './wishlist.css';

const WishAdmin = lazy(() => import('./owner/wish-admin.tsx').then((file) => ({ default: file.WishAdmin })));

/** The list as a visitor may read it; what is promised is not in it, so that the owner’s own browser learns nothing from the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { birthday, timeZone } = site.profile;
  // A database that is away leaves the page standing, without its list.
  const wishes = await site.listedWishes().catch(() => undefined);
  return { wishes, birthday: { ...birthday, timeZone } };
}

/** A page that could not be fetched is a page without its list: the way to try again is the same. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ wishes: undefined, birthday: undefined }));
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/wishlist',
    title: `Wishlist · ${name}`,
    description: `What ${name} wishes for. Promise a present without an account; the owner cannot see who promised what before the birthday is over.`,
  }));
}

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const { wishes, birthday } = loaderData;
  const isOwnersBrowser = useStoredSession();
  const { revalidate } = useRevalidator();
  return (
    <main id="main" className="page flex-1 pt-12 pb-24">
      <MrzLine text={mrzNameLine({ document: 'W', issuer: 'SEC', ...owner }, 26)} className="mb-5" />
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">Wishlist</h1>
      <p className="mt-5 mb-8 max-w-prose text-lg text-muted">
        A present needs no account, only a name. What is promised stays sealed from me until my birthday is over: the database sees to that.
      </p>
      {birthday === undefined ? null : <BirthdaySlot place="wishlist" {...birthday} />}
      <noscript>
        <p className="mb-8 max-w-prose rounded-card border border-edge p-4">
          This is the whole list. Seeing what is still free, and promising a wish, need JavaScript.
        </p>
      </noscript>
      {isOwnersBrowser === true && birthday !== undefined ? (
        <Suspense fallback={<p role="status">Opening the wish admin</p>}>
          <WishAdmin birthday={birthday} onChange={() => void revalidate()} />
        </Suspense>
      ) : null}
      {wishes === undefined ? <NoList /> : <WishBoard wishes={wishes} isOwnersBrowser={isOwnersBrowser} />}
    </main>
  );
}

/** Whether the owner’s session lies in this browser; `undefined` until the browser could be asked. */
function useStoredSession(): boolean | undefined {
  const [stored, setStored] = useState<boolean>();
  useEffect(() => setStored(hasStoredSession()), []);
  return stored;
}

function NoList() {
  const { revalidate, state } = useRevalidator();
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    const cameBack = () => {
      look();
      void revalidate();
    };
    look();
    window.addEventListener('offline', look);
    window.addEventListener('online', cameBack);
    return () => {
      window.removeEventListener('offline', look);
      window.removeEventListener('online', cameBack);
    };
  }, [revalidate]);
  return (
    <div className="max-w-prose rounded-card border border-hairline bg-surface p-6">
      <p role="status">
        {offline
          ? 'You are offline. The list appears here as soon as the connection is back.'
          : 'The list cannot be read at the moment. Nothing that was promised is lost.'}
      </p>
      <GhostButton className="mt-5" busy={state === 'loading'} onClick={() => void revalidate()}>
        Try again
      </GhostButton>
    </div>
  );
}
