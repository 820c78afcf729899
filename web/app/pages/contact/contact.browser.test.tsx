import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage, pageRoute } from '../../testing/open-page.tsx';
import { eventually, gone, says, textOf } from '../../testing/steps.ts';
import * as contactPage from './page.tsx';

const loaderData = {
  mail: { mailbox: 'ada', mailHost: 'varga.example' },
  instagramUrl: 'https://www.instagram.com/ada.varga.example/',
  spotifyUrl: 'https://open.spotify.com/user/ada-varga-example',
  linkedinUrl: 'https://www.linkedin.com/in/ada-varga-example/',
  discordHandle: 'ada.varga',
};
const openContact = () => openPage('/contact', [pageRoute('/contact', contactPage, loaderData)]);

/** Makes both ways of copying fail, as an unwilling browser does. */
function forbidCopying(): void {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
}

test('where copying is refused, an alert shows the value, selected, and no toast claims otherwise', async () => {
  forbidCopying();
  await openContact();
  const card = page.getByRole('button', { name: /Email/ });
  await card.click();
  const alert = page.getByRole('alertdialog');
  await says(alert, 'Failed to copy. Please copy manually: ada@varga.example');
  await expect.element(alert.getByLabelText('Value to copy')).toHaveFocus();
  await expect.poll(() => document.getSelection()?.toString()).toBe('ada@varga.example');
  await gone(page.getByText('Email copied!'));
  expect(await accessibilityFaults('alert')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(card).toHaveFocus();
});

test('the first choice says the address in full, copies it and says so, and leads to a mail program', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openContact();
  await says(page.getByRole('listitem').first(), 'ada@varga.example');
  await page.getByRole('button', { name: 'Email: Copy', exact: true }).click();
  await eventually(() => expect(written).toHaveBeenCalledWith('ada@varga.example'));
  await expect.element(page.getByRole('button', { name: 'Email: Copied!', exact: true })).toBeInTheDocument();
  await expect.poll(() => page.getByText('Email copied!').elements().length).toBeGreaterThan(0);
  await expect
    .element(page.getByRole('link', { name: 'Write an e-mail', exact: true }))
    .toHaveAttribute('href', 'mailto:ada@varga.example');
});

test('a press anywhere on the first card copies the address once; where it is being selected, or written to, none does', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openContact();
  const card = page.getByRole('listitem').first();
  for (const [index, text] of ['Email', 'ada@varga.example'].entries()) {
    await card.getByText(text, { exact: true }).click();
    await eventually(() => expect(written).toHaveBeenCalledTimes(index + 1));
  }
  await card.click();
  await eventually(() => expect(written).toHaveBeenCalledTimes(3));
  const address = card.getByText('ada@varga.example', { exact: true }).element();
  document.getSelection()?.selectAllChildren(address);
  address.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const write = page.getByRole('link', { name: 'Write an e-mail', exact: true }).element();
  write.addEventListener('click', (event) => event.preventDefault());
  write.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(written).toHaveBeenCalledTimes(3);
});

test('the revealed number can be called and copied', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  startFakeBackend().on('POST /functions/v1/phone', { json: { phone: '+36 1 555 0142' } });
  await openContact();
  await page.getByRole('button', { name: /Phone/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify Identity' });
  await dialog.getByLabelText('Full name').fill('Ada Varga');
  await userEvent.keyboard('{Enter}');
  const number = dialog.getByRole('link', { name: '+36 1 555 0142' });
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveAttribute('href', 'tel:+3615550142');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Copied!', exact: true })).toBeInTheDocument();
  expect(written).toHaveBeenCalledWith('+36 1 555 0142');
  expect(await accessibilityFaults('revealed number')).toEqual([]);
});

test('a name that does not match changes nothing; who is slowed down or offline is told so', async () => {
  const backend = startFakeBackend();
  await openContact();
  await page.getByRole('button', { name: /Phone/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify Identity' });
  const name = dialog.getByLabelText('Full name');
  await expect.element(name).toHaveFocus();
  const before = textOf(dialog);
  for (const [answer, told] of [
    [{ json: {} }, ''],
    [{ status: 429, json: { code: 'over_request_rate_limit' } }, 'Too many attempts from here. Try again in 60 seconds.'],
    ['lost', 'No answer from the server, so the name was not checked. Check your connection and try again.'],
  ] as const) {
    backend.on('POST /functions/v1/phone', answer);
    await name.fill('Ada Varga');
    const asked = backend.calls.length;
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => backend.calls.length).toBe(asked + 1);
    await expect.element(dialog.getByRole('button', { name: 'View Phone Number' })).not.toHaveAttribute('aria-busy');
    await eventually(() => expect(textOf(dialog).replace(told, '')).toBe(before));
    expect(textOf(dialog)).toContain(told);
    await expect.element(name).toHaveValue('Ada Varga');
  }
});
