import { fail, succeed } from '@castellan/foundation/result';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storedSiteIcons } from '../../../domains/vault/entries/icon-choice.ts';
import { MemoryServer, rightCode } from '../../../domains/vault/testing/memory-server.ts';
import { draft, must, openTab, untilStage } from '../../../domains/vault/testing/vault-world.ts';
import { click, fill, gone, seen, toastSaid } from '../../../testing/steps.ts';
import { addEntry, entry, openMadeVault, openVaultScreen, strongMaster } from './testing/open-vault-screen.tsx';

/** SHA-1 of the password of the entry below. */
const hashOfBank = '619F5C18A21434FCCA37B61F3F131B2ABA49285B';
const bank = { Title: 'Bank of Alderney', Username: 'ada.varga', Password: 'bank secret', URL: 'https://bank.example.org/login' };

beforeEach(() => storedSiteIcons.clear());
afterEach(() => {
  vi.useRealTimers();
});

test('a vault that cannot be loaded says so in a toast too, each time that it was tried', async () => {
  const server = new MemoryServer();
  server.isAway = true;
  await openVaultScreen(openTab({ server }));
  await toastSaid(/^Failed to load password entries/);
  server.isAway = false;
  await click('Try again');
  await seen(page.getByRole('heading', { name: 'Vault Locked' }));
});

test('without the master, a change, a favourite and a deletion say “Master password not set”, as adding does', async () => {
  await openMadeVault();
  await addEntry(bank);
  await click('Lock');
  await fill('Authentication code', rightCode);
  await click('Unlock');
  const asks = page.getByRole('dialog', { name: 'Enter your master password' });
  await click('Later', asks);
  await entry(bank.Title).click();
  for (const name of ['Edit', 'Favourite', 'Delete']) {
    await click(name);
    await seen(asks.getByText('Master password not set'));
    await click('Later', asks);
  }
  await gone(page.getByRole('alertdialog'));
});

test('a copy says so on its button for 2000 ms', async () => {
  await openMadeVault();
  await addEntry(bank);
  await entry(bank.Title).click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await click('Copy username');
  const onButton = () =>
    [...document.querySelectorAll('dd span[aria-hidden]')].filter(({ textContent }) => textContent === 'Copied').length;
  await expect.poll(onButton).toBe(1);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(onButton()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(onButton).toBe(0);
});

test('clicking a row twice, or twice as fast, shows no password; Enter on the open entry does', async () => {
  await openMadeVault();
  await addEntry(bank);
  await entry(bank.Title).dblClick();
  await entry(bank.Title).click();
  await entry(bank.Title).click();
  await seen(page.getByRole('heading', { name: bank.Title }));
  await gone(page.getByText(bank.Password, { exact: true }));
});

test('on a device that does not know the vault, the dialog after a code says that all is sealed, and takes the recovery key', async () => {
  const server = new MemoryServer();
  const first = openTab({ server });
  await untilStage(first, 'locked');
  const { recoveryKey } = must(await first.actions.setMaster(strongMaster));
  must(await first.actions.save(null, draft(bank.Title), null));
  await openVaultScreen(openTab({ server }));
  await fill('Authentication code', rightCode);
  await click('Unlock');
  const asks = page.getByRole('dialog', { name: 'Enter your master password' });
  await seen(asks.getByText(/use one of these to unlock it/));
  await click('Use the recovery key', asks);
  await fill('Recovery key', recoveryKey, asks);
  await click('Open with the recovery key', asks);
  await gone(asks);
  await seen(entry(bank.Title));
});

test('no site is named to the icon service before the owner was asked, once', async () => {
  const { server, choices } = await openMadeVault();
  Object.defineProperty(choices, 'icons', { get: () => storedSiteIcons.read() ?? false });
  const asked: string[] = [];
  server.iconOf = (host) => {
    asked.push(host);
    return { ok: true, value: { outcome: 'none' } };
  };
  await addEntry(bank);
  await entry(bank.Title).click();
  const question = page.getByText(/^Show site icons\? Your server then asks .* such as bank\.example\.org\./);
  await seen(question);
  expect(asked).toEqual([]);
  await click('Letters only');
  await gone(question);
  await expect.poll(() => storedSiteIcons.read()).toBe(false);
});

test('a check against known breaches keeps a pause that is asked for, or is stopped in it; what is found is searched for and opened', async () => {
  const { server, timer } = await openMadeVault();
  await addEntry(bank);
  await addEntry({ ...bank, Title: 'Garden', Password: 'kZ8#vvPq0!rTw2Lm' });
  const search = page.getByRole('searchbox', { name: 'Search entries' });
  await search.fill('is:breached');
  await seen(page.getByText('Check against known breaches first'));
  await search.fill('');
  server.rangeOf = () => fail({ code: 'rate_limited', retryAfterSeconds: 30 });
  await click('Health');
  await click('Check against known breaches');
  await seen(page.getByText('The service asked us to wait. Continuing in 30 seconds.'));
  await click('Stop');
  await seen(page.getByText('0 of 2 could be asked. Stopped.'));
  await click('Check known breaches again');
  await seen(page.getByText('The service asked us to wait. Continuing in 30 seconds.'));
  server.rangeOf = () => succeed({ outcome: 'range', range: `${hashOfBank.slice(5)}:2427158` });
  timer.pass(30_000);
  await seen(page.getByText('2 of 2 asked.'));
  await seen(page.getByRole('listitem').filter({ hasText: 'Found in breaches 2,427,158 times' }));
  await click('Bank of Alderney · ada.varga');
  await seen(page.getByRole('heading', { name: bank.Title }));
  await search.fill('is:breached');
  await gone(entry('Garden'));
  await seen(entry(bank.Title));
});

test('how a check against known breaches ended is said: the service is away, or wants to be left alone', async () => {
  const { server } = await openMadeVault();
  // Four answers that do not come are an outage; each fingerprint is asked about twice.
  await addEntry(bank);
  await addEntry({ ...bank, Title: 'Library', Password: 'another of its own 7' });
  server.rangeOf = () => succeed({ outcome: 'unavailable' });
  await click('Health');
  await click('Check against known breaches');
  await seen(page.getByText('0 of 2 could be asked. The breach service does not answer.'));
  server.rangeOf = () => fail({ code: 'rate_limited', retryAfterSeconds: 3600 });
  await click('Check known breaches again');
  await seen(page.getByText('0 of 2 could be asked. The breach service is limiting our requests. Try again in a few minutes.'));
});
