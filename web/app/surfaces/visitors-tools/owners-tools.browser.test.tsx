import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownersFrame } from '../../domains/owner-page/owners-frame.ts';
import { expectOwner, stopExpectingOwner } from '../../domains/session/owner-mark.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { clearOnSignOut } from '../../lib/session-end/clear-on-sign-out.ts';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { openSitePage } from '../../testing/open-site-page.tsx';
import { click, eventually, says, seen, textsOf } from '../../testing/steps.ts';

const ways = () => page.getByRole('navigation', { name: 'Dashboard' });
const foot = () => page.getByRole('contentinfo');
const field = () => page.getByLabelText('Text', { exact: true });
const head = () => document.querySelector('.page-head');

/** Opens a tool as a browser does that holds the owner's session: its script in the head has marked the document. */
async function openAsOwner(address: string) {
  expectOwner();
  return openSitePage(address);
}

afterEach(() => {
  clearOnSignOut();
  ownersFrame.set(undefined);
  stopExpectingOwner();
});

test('a visitor has the visitors’ frame, and nothing of the owner’s is fetched', async () => {
  await openSitePage('/word-counter');
  await seen(foot());
  expect(ways().query()).toBeNull();
  expect(head()).toBeNull();
  await seen(page.getByRole('heading', { level: 1, name: 'Word Counter', exact: true }));
});

test('the owner has the owner’s frame around a tool that visitors see, with one title and the strip, and no axe finding', async () => {
  await startOwnerWorld();
  await openAsOwner('/word-counter');
  await seen(ways());
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.querySelectorAll('.page-head .page-seal, .site-strip')).toHaveLength(2);
  expect(foot().query()).toBeNull();
  expect('owner' in document.documentElement.dataset).toBe(false);
  await field().fill('one two');
  await click('Page menu');
  expect(textsOf(page.getByRole('menuitem'))).toEqual(['Save as CSV', 'Save as JSON']);
  expect(await accessibilityFaults('a visitors’ tool in the owner’s frame')).toEqual([]);
});

test('a game keeps the visitors’ frame for the owner too', async () => {
  await startOwnerWorld();
  await openAsOwner('/lets-game');
  await eventually(() => expect(ownersFrame.get()).toBeDefined());
  await seen(foot());
  expect(ways().query()).toBeNull();
});

test('what was typed stays when the frame comes and when it goes, which it does at once when the session ends', async () => {
  await startOwnerWorld();
  await openSitePage('/word-counter');
  await field().fill('kept words');
  const typed = field().element();
  expectOwner();
  const { askForOwner } = await import('./owners-tools.tsx');
  await askForOwner();
  await seen(ways());
  expect(field().element()).toBe(typed);
  terminalCompleted.clear();
  await seen(foot());
  expect(ways().query()).toBeNull();
  await expect.element(field()).toHaveValue('kept words');
});

test('a session that is over is forgotten, and the visitors’ page is whole', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('GET /auth/v1/user', { status: 403, json: { code: 'session_not_found', error_code: 'session_not_found', msg: 'gone' } });
  await openAsOwner('/tls-inspector');
  await eventually(() => expect('owner' in document.documentElement.dataset).toBe(false));
  await seen(page.getByText('Only the owner may'));
  await seen(foot());
  expect(ways().query()).toBeNull();
  expect(terminalCompleted.read()).toBeUndefined();
});

test('a session of the password alone has the visitors’ frame', async () => {
  await startOwnerWorld();
  const key = Object.keys(localStorage).find((name) => name.includes('auth-token')) ?? '';
  const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string };
  const [top = '', claims = '', rest = ''] = session.access_token.split('.');
  const lower = btoa(JSON.stringify({ ...(JSON.parse(atob(claims)) as object), aal: 'aal1' })).replaceAll('=', '');
  localStorage.setItem(key, JSON.stringify({ ...session, access_token: [top, lower, rest].join('.') }));
  await openAsOwner('/word-counter');
  await eventually(() => expect('owner' in document.documentElement.dataset).toBe(false));
  await seen(foot());
  expect(ways().query()).toBeNull();
});

test('the one act of a tool is the filled one of the head, and stands nowhere else', async () => {
  await startOwnerWorld();
  await openAsOwner('/privacy-report');
  await seen(ways());
  await eventually(() => expect(head()?.querySelector('.page-action')?.textContent).toBe('Measure this browser'));
  expect(page.getByRole('button', { name: 'Measure this browser' }).elements()).toHaveLength(1);
  await says(page.getByRole('main'), 'What is measured');
});
