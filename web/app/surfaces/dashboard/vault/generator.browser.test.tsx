import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, counted, fill, seen, textOf } from '../../../testing/steps.ts';
import { openMadeVault } from './testing/open-vault-screen.tsx';

test('the generator makes 20 characters, or six words with their exact bits, and strength is told as one types', async () => {
  await openMadeVault();
  await click('Add Entry');
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await fill('Password', 'password1', form);
  await seen(form.getByText(/^Very weak, about 10/));
  await click('Generate', form);
  const made = form.getByRole('region', { name: 'Generator' });
  await expect.poll(() => textOf(made.getByRole('status'))).toMatch(/^.{20}$/);
  const bits = () => Number.parseFloat(textOf(made.getByText(/^\d+\.\d bits$/)));
  await expect.poll(bits).toBeGreaterThan(128);
  // The field keeps its name for itself while the generator is open.
  await counted(form.getByLabelText('Password', { exact: true }), 1);
  await made.getByLabelText('Words', { exact: true }).click();
  await expect.poll(() => textOf(made.getByRole('status'))).toMatch(/^[a-z]+(?:-[a-z]+){5,}$/);
  await expect.poll(bits).toBe(77.5);
  await click('Use it', made);
  await seen(form.getByText(/^Strong, about 10/));
});
