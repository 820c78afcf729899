import { useEffect } from 'react';
import { preinit } from 'react-dom';
import { useLocation } from 'react-router';
import appStyles from '../../app.css?url';
import { OwnerHead } from '../../domains/owner-page/owner-head.tsx';
import { ownersFrame } from '../../domains/owner-page/owners-frame.ts';
import { forgetRecords } from '../../domains/records/forget-records.ts';
import { admission } from '../../domains/session/admission.ts';
import { decideGuard, mayBeLive } from '../../domains/session/guard-decision.ts';
import { watchForeignSessionEnd } from '../../domains/session/leave-session.ts';
import { expectOwner, stopExpectingOwner } from '../../domains/session/owner-mark.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { lifeOf, readSessionStatus } from '../../domains/session/session-status.ts';
import { browserTimer } from '../../lib/clock.ts';
import { clearOnSignOut } from '../../lib/session-end/clear-on-sign-out.ts';
import { storedTokenEndsAtMs } from '../../lib/stored-session.ts';
import { useFocusWatch } from '../../ui/hooks/use-focus-watch.ts';
import { CommandPalette } from '../command-palette/command-palette.tsx';
import { StripBell } from '../dashboard/bell/strip-bell.tsx';
import { FrameFoot, FrameSide } from '../dashboard/owner-frame.tsx';
import { recordOpenedTool } from '../record-opened-tool.ts';
import { SiteHeader } from '../site/site-header.tsx';

/** The sidebar, or nothing where there is no room for one, and the site's navigation as a strip. */
function Lead() {
  const { pathname, key } = useLocation();
  useFocusWatch();
  useEffect(() => recordOpenedTool(pathname), [pathname]);
  useEffect(() => {
    if (key !== firstKey) focusTitle();
  }, [key]);
  // What ends with the session takes the frame along (`followSession`).
  useEffect(() => watchForeignSessionEnd(() => undefined), []);
  return (
    <>
      <FrameSide />
      <SiteHeader isStrip beside={<StripBell />} />
    </>
  );
}

/** The router's name for the place that the document was loaded at. */
const firstKey = 'default';

/** A page that is gone to has the focus on its title, which was not shown before: of a tool's page nothing is until the frame is known. */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (title === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** The narrow screen's bar, and the commands. */
function Tail() {
  return (
    <>
      <FrameFoot />
      <CommandPalette />
    </>
  );
}

const frame = { Lead, Head: OwnerHead, Tail };

let follows = false;

/** Gives the tools that visitors see the owner's frame, until the session ends. */
function allowOwnersFrame(): void {
  if (!follows) terminalCompleted.subscribe(followSession);
  follows = true;
  if (ownersFrame.get() === undefined) ownersFrame.set(frame);
  stopExpectingOwner();
}

/** A session that begins anew is asked about by the page that it leads to (`look`). */
function followSession(): void {
  if (terminalCompleted.read() !== true) ownersFrame.set(undefined);
}

let asking: Promise<void> | undefined;

/** Finds out whether the owner is here, as the gate of the owner's pages does, and gives the frame. Meanwhile no visitors' tool is shown. */
export function askForOwner(): Promise<void> {
  if (ownersFrame.get() !== undefined) {
    stopExpectingOwner();
    return Promise.resolve();
  }
  asking ??= admit().finally(() => {
    asking = undefined;
    stopExpectingOwner();
  });
  return asking;
}

async function admit(): Promise<void> {
  expectOwner();
  const [status] = await Promise.all([readSessionStatus(), sheetIsThere()]);
  // These tools work in the browser: an outage takes no frame from the owner who was let in before, and whose session may live.
  const mayLive = mayBeLive(storedTokenEndsAtMs(), browserTimer.nowMs());
  const life = lifeOf(status);
  const decision = decideGuard(terminalCompleted.read(), life, { keepsRecords: true, mayBeLive: mayLive, admitted: admission.given() });
  if (decision === 'enter' && life === 'live') admission.give();
  if (decision === 'enter') allowOwnersFrame();
  if (decision !== 'deny') return;
  // What belonged to the session that is over must not pass for the next one's.
  clearOnSignOut();
  void forgetRecords('rows');
}

/** Has the owner's sheet of styles, which holds the visitors' too, and waits for it: nothing of the frame is shown without. */
async function sheetIsThere(): Promise<void> {
  preinit(appStyles, { as: 'style', precedence: 'app' });
  const link = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${appStyles}"]`);
  if (link === null || link.sheet !== null) return;
  await new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    // Without it the frame is plainer, and works.
    link.addEventListener('error', () => resolve(), { once: true });
  });
}
