import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { browserDraftMemory } from '../../../web/app/domains/vault/ports/draft-memory.ts';
import { pinThisDevice } from '../../../web/app/domains/vault/testing/pinned-device.ts';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { keptInBrowser } from '../../../web/app/testing/kept-in-browser.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { reachableText } from '../../../web/app/testing/reachable-text.ts';
import { click, counted, eventually, focused, gone, press, says, seen, toastSaid } from '../../../web/app/testing/steps.ts';

const canary = 'CANARY-capture the heron';
const field = () => page.getByRole('textbox', { name: 'What is on your mind' });
const panel = () => page.getByRole('region', { name: 'Capture a note' });
const value = () => (field().element() as HTMLTextAreaElement).value;

/** The page with the field, which comes by a press. */
async function openField(address = '/mind-vault'): Promise<void> {
  await openOwnerPage(address);
  await click('Capture a note');
  await focused(field());
}

/** A signed-in owner whose browser has opened the vault once. */
async function startPinned() {
  const world = await startOwnerWorld();
  onTestFinished(await pinThisDevice());
  const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) => vi.spyOn(console, method));
  const leaks = async (text: string): Promise<readonly string[]> => {
    const places = {
      kept: await keptInBrowser(),
      sent: JSON.stringify(world.backend.calls),
      said: JSON.stringify(said.map(({ mock }) => mock.calls.map((call) => call.map(String)))),
      toast: [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent).join(),
    };
    return Object.entries(places).flatMap(([place, content]) => (content.includes(text) ? [place] : []));
  };
  return { ...world, leaks };
}

test('on a device that never opened the vault there is no field, and the page says what to do once', async () => {
  await startOwnerWorld();
  await openOwnerPage('/mind-vault');
  await click('Capture a note');
  await says(panel(), 'Unlock the vault once on this device.');
  await gone(field());
});

test('what is captured while locked is in nothing that a script, a store, the network, a toast or the console has, and Undo does not bring it back', async () => {
  const { leaks } = await startPinned();
  await openField();
  await field().fill(canary);
  // The search works at all.
  expect(await leaks(canary)).toContain('kept');
  await click('Capture', panel());
  await says(panel(), 'Captured and sealed. 1 sealed text waits on this device.');
  await focused(field());
  await press('{Control>}z{/Control}');
  expect(value()).toBe('');
  expect(await leaks('CANARY')).toEqual([]);
  expect(reachableText('CANARY-capture')).toEqual([]);
  const [kept] = await browserDraftMemory().drafts();
  expect(kept).toMatchObject({ vaultId: 'vault' });
  // By key, and after a reload too.
  await openField();
  await says(panel(), '1 sealed text waits on this device.');
  await field().fill('another thought');
  await press('{Control>}{Enter}{/Control}');
  await says(panel(), '2 sealed texts wait on this device.');
});

test('a text that is too long is refused with a sentence and stays in the field, and an empty one is no capture', async () => {
  await startPinned();
  await openField();
  await click('Capture', panel());
  await says(panel(), 'There is nothing to capture yet.');
  const long = 'x'.repeat(10_001);
  await field().fill(long);
  await click('Capture', panel());
  await says(panel(), 'A capture has 10,000 characters at most.');
  expect(value()).toBe(long);
});

test('the notes of Productivity capture in the same place, also while nobody answers', async () => {
  const { backend } = await startPinned();
  backend.cutOff('/rest/v1/');
  await openField('/productivity#notes');
  await field().fill('while nobody answers');
  await click('Capture', panel());
  await says(panel(), '1 sealed text waits on this device.');
});

test('the palette’s line is captured while locked, its toast does not repeat it, and the action leads to the field', async () => {
  const { leaks } = await startPinned();
  await openOwnerPage('/mind-vault');
  await seen(page.getByRole('heading', { name: 'Notes are locked' }));
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await press('{Control>}k{/Control}');
  await focused(palette.getByRole('combobox', { name: 'Command' }));
  await press(`~ ${canary} #wild`);
  await seen(palette.getByRole('option', { name: /Sealed on this device until the vault is unlocked/ }));
  await press('{Enter}');
  await toastSaid('Sealed on this device, not sent.');
  await gone(palette);
  await expect.poll(async () => (await browserDraftMemory().drafts()).length).toBe(1);
  expect(await leaks('CANARY')).toEqual([]);
  await press('{Control>}k{/Control}');
  await focused(palette.getByRole('combobox', { name: 'Command' }));
  await press('capture');
  await seen(palette.getByRole('option', { name: /New Note in Mind Vault/ }));
  await press('{Enter}');
  await gone(palette);
  await focused(field());
  await eventually(() => expect(location.hash).toBe(''));
});

test('axe finds nothing on the locked page with its field, in both themes and at both widths', async () => {
  await startPinned();
  await openField();
  await counted(panel().getByRole('button'), 1);
  expect(await accessibilityFaults('capture')).toEqual([]);
});
