import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import stylesAddress from '../../domains/music/music.css?url';
import { type ProviderReturn, parseProviderReturn, waitingProviderReturn } from '../../domains/music/provider-return.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { terminalAddress } from '../../domains/session/next-path.ts';
import { hasStoredSession } from '../../lib/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';
// The home page leads here, and wants a transition of both pages or of none.
import '../../ui/view-transition.css';

type View =
  | { readonly kind: 'working' | 'connected' | 'nothing' | 'leaving' }
  | { readonly kind: 'failed'; readonly text: string; readonly retry: 'same-code' | 'from-start' };

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `Spotify · ${matches[0].loaderData?.owner.name ?? ''}` }, { name: 'robots', content: 'noindex' }];
}

/** Where the music provider sends the owner back to: finishes the connection, and says how that went. */
export default function CallbackPage() {
  const { view, retry } = useCallbackTurn();
  const owner = useOwnerFacts();
  return (
    <main id="main" className="page grid flex-1 content-center gap-x-12 gap-y-10 py-12 md:grid-cols-[minmax(0,1fr)_auto]">
      <link rel="stylesheet" href={stylesAddress} precedence="page" />
      <div className="min-w-0 max-w-prose self-center">
        <MrzLine text={mrzNameLine({ document: 'M', issuer: 'SEC', ...owner }, 26)} className="mb-5" />
        <Account view={view} onRetry={retry} />
      </div>
      <span aria-hidden="true" className="music-record callback-record max-md:order-first" />
    </main>
  );
}

function Account({ view, onRetry }: { readonly view: View; readonly onRetry: () => void }) {
  switch (view.kind) {
    case 'working':
      return <Sheet title="Connecting Spotify" text={<Spinner label="Finishing the connection" />} />;
    case 'leaving':
      return <Sheet title="Connecting Spotify" text="Going to Spotify..." />;
    case 'connected':
      return (
        <Sheet
          title="Connected"
          text="The site now shows what you listen to. Spotify asks for your consent again in six months."
          actions={<HomeLink />}
        />
      );
    case 'nothing':
      return (
        <Sheet
          title="No code"
          text="No code detected. Spotify sends its owner here after consent; the way there begins in the music widget of the home page."
          actions={<HomeLink />}
        />
      );
    case 'failed':
      return (
        <Sheet
          title="Not connected"
          text={view.text}
          actions={
            <>
              <Button onClick={onRetry}>Try again</Button>
              <Link to="/" className={buttonClass('quiet')}>
                Home
              </Link>
            </>
          }
        />
      );
  }
}

function Sheet({ title, text, actions }: { readonly title: string; readonly text: ReactNode; readonly actions?: ReactNode }) {
  return (
    <>
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">{title}</h1>
      <div role="status" className="mt-5 text-lg text-muted">
        {text}
      </div>
      {actions === undefined ? null : <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>}
    </>
  );
}

function HomeLink() {
  return (
    <Link to="/" className={buttonClass('primary')}>
      Home
    </Link>
  );
}

function useCallbackTurn(): { readonly view: View; readonly retry: () => void } {
  const navigate = useNavigate();
  const [view, setView] = useState<View>({ kind: 'working' });
  const arrival = useRef<ProviderReturn>(undefined);
  const finish = async (came: Extract<ProviderReturn, { readonly kind: 'code' }>) => {
    setView({ kind: 'working' });
    const outcome = hasStoredSession()
      ? await import('./callback-turn.ts').then((file) => file.finishCallback(came.code, came.state))
      : ({ kind: 'sign-in-wanted' } as const);
    if (outcome.kind === 'sign-in-wanted') {
      waitingProviderReturn.write(new URLSearchParams({ code: came.code, state: came.state }).toString());
      return void navigate(terminalAddress('/callback'), { replace: true });
    }
    if (outcome.kind === 'connected') return setView({ kind: 'connected' });
    setView({ kind: 'failed', text: outcome.text, retry: outcome.again ? 'same-code' : 'from-start' });
  };
  const begin = async () => {
    if (!hasStoredSession()) return void navigate(terminalAddress('/callback'), { replace: true });
    setView({ kind: 'leaving' });
    const { beginMusicConnection, musicFailureText } = await import('../../domains/music/music-connection.ts');
    const begun = await beginMusicConnection();
    if (begun.ok) window.location.assign(begun.value);
    else setView({ kind: 'failed', text: musicFailureText(begun.failure), retry: 'from-start' });
  };
  const attempt = (work: Promise<void>) => {
    // Only code that did not load throws here.
    work.catch(() => setView({ kind: 'failed', text: 'The server did not answer.', retry: 'same-code' }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one use, whatever the page draws meanwhile.
  useEffect(() => {
    if (arrival.current !== undefined) return;
    const came = takeArrival();
    arrival.current = came;
    // At once, and then again for the router, which keeps an address of its own: the code must not stay on screen.
    window.history.replaceState(window.history.state, '', '/callback');
    void navigate('/callback', { replace: true, preventScrollReset: true });
    if (came.kind === 'code') attempt(finish(came));
    else if (came.kind === 'nothing') setView({ kind: 'nothing' });
    else setView({ kind: 'failed', text: `Spotify answered: ${came.error}.`, retry: 'from-start' });
  }, []);
  const retry = () => {
    const came = arrival.current;
    attempt(view.kind === 'failed' && view.retry === 'same-code' && came?.kind === 'code' ? finish(came) : begin());
  };
  return { view, retry };
}

/** What the address says, or else the code that waited for its owner to sign in. */
function takeArrival(): ProviderReturn {
  const came = parseProviderReturn(window.location.search);
  if (came.kind !== 'nothing') return came;
  const waiting = waitingProviderReturn.read();
  waitingProviderReturn.clear();
  return parseProviderReturn(waiting ?? '');
}
