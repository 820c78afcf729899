import '../lib/backend-parts/client-parts.client.ts';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { data, isRouteErrorResponse, Link, Outlet, useLocation, useNavigate, useRevalidator } from 'react-router';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { fetchOwnerFacts } from '../domains/owner/fetch-owner-facts.ts';
import { ToolStores } from '../domains/passport/tool-stores.ts';
import { countWaiting, forgetRecords } from '../domains/records/forget-records.ts';
import { installDashboard } from '../domains/release/install-dashboard.ts';
import { admission, type OpenedAway } from '../domains/session/admission.ts';
import { decideGuard, type GuardDecision, mayBeLive, type SessionLife } from '../domains/session/guard-decision.ts';
import { watchForeignSessionEnd } from '../domains/session/leave-session.ts';
import { terminalAddress } from '../domains/session/next-path.ts';
import { expectOwner, stopExpectingOwner } from '../domains/session/owner-mark.ts';
import { terminalCompleted } from '../domains/session/session-flags.ts';
import { lifeOf, readSessionStatus } from '../domains/session/session-status.ts';
import { SitePreviewContext } from '../domains/settings/site-preview.ts';
import { storedCopyChoice } from '../domains/vault/away/copy-choice.ts';
import { afterPaint } from '../lib/after-paint.ts';
import { inTime } from '../lib/backend-parts/in-time.ts';
import { askAgainMs, momentMs, reach } from '../lib/backend-parts/reach.ts';
import { browserTimer, type Timer } from '../lib/clock.ts';
import { clearOnSignOut } from '../lib/session-end/clear-on-sign-out.ts';
import { isShell } from '../lib/shell.ts';
import type { PublicFacts } from '../lib/site-context.ts';
import { storedTokenEndsAtMs } from '../lib/stored-session.ts';
import { Button } from '../ui/button.tsx';
import { FailurePage } from '../ui/failure-page.tsx';
import { useFocusWatch } from '../ui/hooks/use-focus-watch.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { WithoutScript } from '../ui/without-script.tsx';
import type { Route } from './+types/owner-gate.ts';
import { CommandPalette } from './command-palette/command-palette.tsx';
import { findView, viewAddress } from './dashboard/dashboard-view.ts';
import { OwnerFrame } from './dashboard/owner-frame.tsx';
import { viewEntries } from './dashboard/view-entries.ts';
import { recordOpenedTool } from './record-opened-tool.ts';
import { NavigationFrame } from './site/navigation-frame.tsx';
import { useEarlyAddress } from './use-early-address.ts';

// Only the page that edits the site draws it.
const SitePreview = lazy(() => import('./site-preview/site-preview.tsx'));
// Only a page that starts without the server.
const UnlockWithoutServer = lazy(() => import('./unlock-without-server.client.tsx'));

const dashboard = '/dashboard';

/** How long 'Access Denied' can be read before the terminal takes its place. */
const denialMs = 1500;

/**
 * Guards every page beneath it before any of them loads: middleware, since parent and child loaders run side by side.
 * Courtesy only: the database's policies are the wall.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    askFactsBeside();
    const decision = await decide(new URL(request.url).pathname);
    if (decision !== 'enter') throw data(decision, { status: decision === 'deny' ? 403 : 503 });
    await next();
  },
];

/**
 * Runs behind the middleware, and gives the browser a reason to run that at the first load; the server draws none of the private pages.
 * What it sends of them is the same for everybody: whose they are is fetched here.
 */
export async function clientLoader() {
  if (!isShell()) return null;
  const facts = asked ?? fetchOwnerFacts();
  asked = undefined;
  return (await facts) ?? null;
}
clientLoader.hydrate = true as const;

let asked: Promise<PublicFacts | undefined> | undefined;
let isOpened = false;

/** They are everybody's to read: at the page's first load they are asked for beside the session, and not after it. */
function askFactsBeside(): void {
  if (!isOpened && terminalCompleted.read() !== undefined && isShell()) asked = fetchOwnerFacts();
  isOpened = true;
}

export function HydrateFallback() {
  return (
    <NavigationFrame>
      <PageLoading label="Checking the session" />
      <WithoutScript>This page needs JavaScript.</WithoutScript>
    </NavigationFrame>
  );
}

export default function OwnerGate() {
  const { revalidate, state } = useRevalidator();
  const { pathname } = useLocation();
  useEarlyAddress();
  useFocusWatch();
  useSessionAskedFor(
    useCallback(() => void revalidate(), [revalidate]),
    state,
  );
  useEffect(() => watchForeignSessionEnd(() => void revalidate()), [revalidate]);
  useEffect(() => recordOpenedTool(pathname), [pathname]);
  useEffect(expectOnOtherPages, []);
  useEffect(installDashboard, []);
  useEffect(() => void sendWhatWaits(), []);
  useEffect(() => void keepReleaseHere(), []);
  return (
    <ToolStores value={toolStores}>
      <SitePreviewContext value={SitePreview}>
        <OwnerFrame>
          <Outlet />
        </OwnerFrame>
        <CommandPalette />
      </SitePreviewContext>
    </ToolStores>
  );
}

const everyTool: readonly ToolManifest[] = tools;
const toolStores = Object.fromEntries(everyTool.flatMap(({ stores = {} }) => Object.entries(stores)));

/** Whoever is let in here has the owner's frame around the tools that visitors see too (`surfaces/visitors-tools`), until the session ends. */
function expectOnOtherPages(): () => void {
  expectOwner();
  return terminalCompleted.subscribe(() => {
    if (terminalCompleted.read() !== true) stopExpectingOwner();
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <NavigationFrame>
      <div className="flex min-h-[calc(100svh-5rem)] flex-1 flex-col">{refusalOf(error)}</div>
    </NavigationFrame>
  );
}

function refusalOf(error: unknown) {
  if (!isRouteErrorResponse(error)) return <BrokenPage />;
  if (error.data === 'deny') return <AccessDenied timer={browserTimer} />;
  return error.data === 'cannot-tell' ? <CannotTell /> : <BrokenPage />;
}

/** What an earlier page could not send goes out with the next private page, whichever that is. */
async function sendWhatWaits(): Promise<void> {
  if ((await countWaiting()) === 0) return;
  const { openRecords } = await import('../domains/records/open-records.ts');
  await openRecords().flush();
}

/** Behind a full session, and once the page is there: a device that keeps nothing begins to keep the site's release. */
async function keepReleaseHere(): Promise<void> {
  // Where the worker brought this page there is nothing to begin.
  if (import.meta.env.DEV || unasked || !('serviceWorker' in navigator) || navigator.serviceWorker.controller !== null) return;
  await afterPaint();
  const { keepRelease } = await import('../domains/release/register-worker.ts');
  await keepRelease();
}

/** Let in without the server's word; asked for as soon as that may be had. */
let unasked = false;

/** How long a page waits for the session's answer where it can do without, in milliseconds. */
const patienceMs = 3000;

/** The same of a server that just did not answer. What it says later is heard too. */
const silentPatienceMs = 300;

/** When the session was last asked for, in milliseconds since 1970. */
let askedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Goes on asking for the session of a page that an outage let in, or kept out: the page is what the server says as soon as it does. Where
 * other calls are answered and this one is not, it is asked every ten seconds.
 */
function useSessionAskedFor(revalidate: () => void, state: string): void {
  useEffect(() => {
    if (!unasked || state !== 'idle') return;
    let callOff = () => {};
    const ask = () => {
      callOff();
      const sinceMs = browserTimer.nowMs() - askedAtMs;
      // A clock that was set back says nothing.
      callOff = browserTimer.after(sinceMs < 0 ? 0 : Math.max(0, momentMs - sinceMs), revalidate);
    };
    // It answered after the page ceased to wait.
    if (!reach.isSilent()) ask();
    const stops = [browserTimer.after(askAgainMs, revalidate), reach.onHeard(ask, 0), () => callOff()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [revalidate, state]);
}

/** Asks how the session stands. A page that can do without does not wait for long. */
async function readLife(): Promise<SessionLife> {
  askedAtMs = browserTimer.nowMs();
  const asked = readSessionStatus();
  const canDoWithout = admission.given() || storedCopyChoice.read() === true;
  const status = canDoWithout ? await inTime(browserTimer, reach.isSilent() ? silentPatienceMs : patienceMs, asked) : await asked;
  const life = status === undefined ? 'unknown' : lifeOf(status);
  // Nothing came, or not in time.
  if (life === 'unknown') reach.tell(false);
  return life;
}

async function decide(pathname: string): Promise<GuardDecision> {
  reach.spare();
  const flag = terminalCompleted.read();
  // Without the flag the answer is known, and nothing need be loaded for it; but the way to the terminal wants the server.
  if (flag === undefined) {
    unasked = await startedWithoutServer();
    if (unasked) reach.tell(false);
    return unasked ? 'cannot-tell' : 'deny';
  }
  const life = await readLife();
  const nowMs = browserTimer.nowMs();
  // What opens this device without the server does so for days, and a session is renewed within hours.
  const live = mayBeLive(storedTokenEndsAtMs(), nowMs) || nowMs < (admission.away()?.untilMs ?? 0);
  // Of the dashboard's views the vault is of use then, and the others say that they are not.
  const isOfUse = keepsRecords(pathname) || (pathname === dashboard && admission.away() !== undefined);
  const decision = decideGuard(flag, life, { keepsRecords: isOfUse, mayBeLive: live, admitted: admission.given() });
  if (decision === 'enter' && life === 'live') admission.give();
  unasked = life === 'unknown';
  // What belonged to the session that is over must not pass for the next one's.
  if (decision === 'deny') {
    clearOnSignOut();
    void forgetRecords('rows');
  }
  return decision;
}

/** Whether the page shows what this browser keeps, so that it is of use without the server. */
function keepsRecords(pathname: string): boolean {
  return everyTool.some((tool) => tool.keepsRecords === true && pathname === `/${tool.id}`);
}

/** Whether the worker brought this page and the server is away. Nothing is asked by a page that the server brought. */
async function startedWithoutServer(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return false;
  return fetch('/release.json', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    () => false,
    () => true,
  );
}

function AccessDenied({ timer }: { readonly timer: Timer }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(
    () => timer.after(denialMs, () => void navigate(terminalAddress(pathname + search + hash), { replace: true })),
    [timer, navigate, pathname, search, hash],
  );
  return (
    <FailurePage status={403} title="Access Denied" actions={null}>
      <p role="status">Authentication required. Redirecting to terminal...</p>
    </FailurePage>
  );
}

/** Nothing of the owner is drawn. Where the owner allowed it on this device, the vault opens here: that admits, and the gate decides again. */
function CannotTell() {
  const { revalidate, state } = useRevalidator();
  const { pathname, hash } = useLocation();
  const isVault = pathname === dashboard && findView(viewEntries, hash).id === 'vault';
  const mayOpen = storedCopyChoice.read() === true && !admission.given();
  const opensHere = mayOpen && (keepsRecords(pathname) || isVault);
  useSessionAskedFor(
    useCallback(() => void revalidate(), [revalidate]),
    state,
  );
  const [tries, setTries] = useState(0);
  const askNow = () => {
    setTries(tries + 1);
    void revalidate();
  };
  const admit = useCallback(
    (away: OpenedAway | undefined) => {
      if (away !== undefined) {
        admission.give(away);
        terminalCompleted.write(true);
      }
      void revalidate();
    },
    [revalidate],
  );
  return (
    <FailurePage
      status={503}
      title="The server does not answer"
      actions={
        <Button tone={opensHere ? 'ghost' : 'primary'} busy={state === 'loading'} onClick={askNow}>
          Try again
        </Button>
      }
    >
      {opensHere ? (
        <div className="w-full max-w-104 text-left">
          <Suspense fallback={<p className="text-muted">Loading the vault.</p>}>
            <UnlockWithoutServer onOpen={admit} tries={tries} />
          </Suspense>
        </div>
      ) : (
        <>
          <p>This page needs the server, which cannot be reached: your session cannot be checked. Nothing was signed out.</p>
          {mayOpen || admission.away() !== undefined ? <ToVault /> : null}
        </>
      )}
    </FailurePage>
  );
}

/** The vault opens here without the server. */
function ToVault() {
  return (
    <p className="mt-4">
      <Link to={viewAddress('vault')} className="target inline-flex items-center text-ink underline decoration-copper underline-offset-4">
        Open the vault on this device
      </Link>
    </p>
  );
}

function BrokenPage() {
  return (
    <FailurePage
      status={500}
      title="This page failed to print"
      actions={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      <p>It could not be fetched, or broke while it was being made. What you saved is safe.</p>
    </FailurePage>
  );
}
