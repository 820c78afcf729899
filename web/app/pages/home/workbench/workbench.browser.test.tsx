import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toolPlates } from '../../../../../tools/plate-registry.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { startFakeBackend } from '../../../testing/fake-backend.ts';
import { openSitePage } from '../../../testing/open-site-page.tsx';
import { eventually, seen } from '../../../testing/steps.ts';
import { loadPlates } from './load-plates.ts';
import { wakeOnPress } from './wake-on-press.ts';

const site = { proof: { lastDay: undefined, headers: undefined, gradedDays: [] } };
const boxes = () =>
  [...document.querySelectorAll('.bench > *')].map((plate) => {
    const { top, height } = plate.getBoundingClientRect();
    return [Math.round(top + window.scrollY), Math.round(height)];
  });

test.each([1440, 390])(
  'at %i px the plates answer in their place: the browser is measured, a letter altered and put back, and nothing moves',
  async (width) => {
    await page.viewport(width, 900);
    startFakeBackend();
    await openSitePage('/');
    await seen(page.getByRole('heading', { name: 'Workbench' }));
    const before = boxes();
    const asked = vi.spyOn(window, 'fetch');
    await page.getByRole('button', { name: 'Measure this browser' }).click();
    await expect.element(page.getByRole('button', { name: 'Measure again' }), { timeout: 20_000 }).toBeVisible();
    expect(document.querySelectorAll('.bench-lead .bench-art path')).toHaveLength(25);
    await seen(page.getByText(/Nothing was sent\./));
    await page.getByRole('button', { name: 'Alter one letter' }).click();
    await seen(page.getByRole('heading', { name: 'Invalid signature.' }));
    expect(document.querySelectorAll('.bench-code mark')).toHaveLength(1);
    expect(boxes()).toEqual(before);
    expect(await accessibilityFaults('answered workbench')).toEqual([]);
    await page.getByRole('button', { name: 'Put it back' }).click();
    await seen(page.getByRole('heading', { name: /^Valid for another / }));
    // The music asks for itself.
    expect(asked.mock.calls.map(([address]) => String(address)).filter((address) => !address.endsWith('now-playing'))).toEqual([]);
    expect(document.querySelector('#workbench')?.getBoundingClientRect().height).toBeLessThanOrEqual(2500);
  },
);

test('a plate as the server drew it wakes with the first press, does what was asked, and keeps the focus where it was', async () => {
  const { live } = await loadPlates(site);
  const host = document.createElement('div');
  for (const plate of toolPlates) {
    if (plate.kind !== 'live') continue;
    const cell = document.createElement('div');
    cell.dataset['plate'] = plate.tool.id;
    cell.innerHTML = renderToString(<plate.Plate data={live[plate.tool.id]} />);
    host.append(cell);
  }
  document.body.append(host);
  const letGo = wakeOnPress(host, live);
  const faults = vi.spyOn(console, 'error');
  const button = page.getByRole('button', { name: 'Alter one letter' }).element();
  if (!(button instanceof HTMLElement)) throw new Error('there is no button');
  button.focus();
  button.click();
  await eventually(() => expect(button.textContent).toBe('Put it back'));
  expect(document.activeElement).toBe(button);
  button.click();
  await eventually(() => expect(button.textContent).toBe('Alter one letter'));
  expect(faults).not.toHaveBeenCalled();
  letGo();
  host.remove();
});
