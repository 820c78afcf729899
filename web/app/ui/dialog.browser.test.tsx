import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../testing/open-page.tsx';
import { eventually, seen } from '../testing/steps.ts';
import { Dialog } from './dialog.tsx';

let setOpen: (isOpen: boolean) => void;

function Sheet() {
  const [open, set] = useState(true);
  setOpen = set;
  return (
    <main>
      <p>{open ? 'Owner: open' : 'Owner: closed'}</p>
      <Dialog open={open} title="Sheet" onClose={() => set(false)}>
        <button type="button">In it</button>
      </Dialog>
    </main>
  );
}

const openSheet = async () => {
  await openPage('/', [{ path: '/', element: <Sheet /> }]);
  await seen(page.getByRole('dialog', { name: 'Sheet' }));
};
const sheet = () => document.querySelector('dialog');

test('a sheet that is closed and opened again at once stays open when the browser tells of the closing', async () => {
  await openSheet();
  const told = new Promise((resolve) => sheet()?.addEventListener('close', resolve, { once: true }));
  flushSync(() => setOpen(false));
  flushSync(() => setOpen(true));
  expect(sheet()?.open).toBe(true);
  await told;
  await seen(page.getByText('Owner: open'));
  expect(sheet()?.open).toBe(true);
});

test('a sheet that the browser closed by itself is closed for its owner too', async () => {
  await openSheet();
  sheet()?.close();
  await eventually(() => expect(document.body.textContent).toContain('Owner: closed'));
});
