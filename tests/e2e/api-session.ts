import type { Page } from '@playwright/test';
import type { Owner } from '../support/owner.ts';
import { openOwnerSession } from '../support/owner-session.ts';

type Kept = { readonly local: Readonly<Record<string, string>>; readonly session: Readonly<Record<string, string>> };

/**
 * Signs in over HTTP with password and code, and leaves in the page's browser what the typed sign-in leaves: the session, the
 * flags, the known-device cookie, the row in the log. The session is a fresh one: a proof of the last five minutes counts. Spends
 * the code of the step. The page is on an address of `origin` afterwards; no script of the product has run on it.
 */
export async function openApiSession(page: Page, origin: string, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  const { client, stored } = await openOwnerSession(origin, owner, stepOffset, fetchAsBrowser(page));
  const row = signInRow(origin);
  const written = await client.from('activity_logs').insert(row);
  if (written.error !== null) throw new Error(`The sign-in was not written to the log: ${written.error.message}`);
  await keep(page, origin, { local: Object.fromEntries(stored), session: flagsOf(row) });
}

/** What the terminal writes to the log once the owner is in (`web/app/domains/session/enter-session.ts`). */
function signInRow(origin: string) {
  return {
    activity_type: 'terminal_access',
    activity_description: 'Signed in through the authentication terminal',
    success: true,
    metadata: { method: 'totp' },
    page_url: `${origin}/auth-terminal`,
    session_id: crypto.randomUUID().replaceAll('-', ''),
  };
}

/** What the terminal leaves for this browser tab: that it was passed, and which row told so. */
function flagsOf(row: ReturnType<typeof signInRow>): Kept['session'] {
  const { activity_type: type, activity_description: description, success, session_id: session } = row;
  return {
    auth_terminal_completed: 'true',
    auth_login_logged_once: 'true',
    activity_session_id: session,
    activity_recent_writes: JSON.stringify([{ type, description, success, session, atMs: Date.now() }]),
  };
}

/** Puts it into the storage of the origin, by way of an empty page that only the browser knows. */
async function keep(page: Page, origin: string, kept: Kept): Promise<void> {
  const empty = `${origin}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.unroute(empty);
  await page.evaluate(({ local, session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, kept);
}

/** Requests with the browser's own cookies and user agent: the server sees the browser that goes on with the session. */
function fetchAsBrowser(page: Page): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await page.request.fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(request.body === null ? {} : { data: Buffer.from(await request.arrayBuffer()) }),
    });
    const isEmpty = [204, 205, 304].includes(answer.status());
    return new Response(isEmpty ? null : new Uint8Array(await answer.body()), { status: answer.status(), headers: answer.headers() });
  };
}
