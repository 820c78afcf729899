import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { click, eventually, gone, says, seen, textOf } from '../../../../web/app/testing/steps.ts';
import { NoteEditor } from './note-editor.tsx';

const body = [
  'First line',
  '[the bank](https://bank.example/login)',
  '[https://bank.example](https://evil.example/steal)',
  '[bank.example](https://www.bank.example/)',
  '[[Rose engine|like these]]',
].join('\n\n');

/** The editor over a text with links, and which of them were followed. */
async function openEditor() {
  const followed: FollowedLink[] = [];
  const source = {
    notes: () => [],
    places: () => ({ headings: [], blocks: [] }),
    tags: () => [],
    file: () => undefined,
    note: () => undefined,
    id: undefined,
  };
  const nothing = () => undefined;
  const element = (
    <main className="p-4">
      <h1>Note</h1>
      <NoteEditor
        text={body}
        place={undefined}
        source={source}
        insertion={undefined}
        onChange={nothing}
        onFollow={(link) => followed.push(link)}
        onFiles={nothing}
      />
    </main>
  );
  await openPage('/note', [{ path: '/note', element }]);
  await seen(page.getByText('like these'));
  return followed;
}

const line = () => page.getByRole('status', { name: 'Where the link leads' });
const question = () => page.getByRole('alertdialog', { name: 'Open this link?' });

test('a link shows its target while it is pointed at, and no longer', async () => {
  await openEditor();
  await page.getByText('the bank', { exact: true }).hover();
  await says(line(), 'Leads to bank.example');
  await says(line(), 'https://bank.example/login');
  await page.getByText('https://bank.example', { exact: true }).hover();
  await says(line(), 'Leads to evil.example');
  await page.getByText('like these').hover();
  await says(line(), 'Leads to Rose engine');
  expect(await accessibilityFaults('pointed at')).toEqual([]);
  await page.getByRole('heading', { name: 'Note' }).hover();
  await eventually(() => expect(textOf(line())).toBe(''));
});

test('a link whose text names another host opens only after a question, and an honest one at once', async () => {
  const followed = await openEditor();
  await page.getByText('https://bank.example', { exact: true }).click();
  await seen(question());
  await seen(question().getByText('https://evil.example/steal'));
  expect(await accessibilityFaults('question')).toEqual([]);
  await click('Cancel', question());
  expect(followed).toEqual([]);
  await page.getByText('https://bank.example', { exact: true }).click();
  await click('Open the link', question());
  expect(followed).toMatchObject([{ address: 'https://evil.example/steal' }]);
  await page.getByText('bank.example', { exact: true }).click();
  await page.getByText('the bank', { exact: true }).click();
  await eventually(() => expect(followed).toHaveLength(3));
  await gone(question());
});

test('a finger that rests on a link is shown its target, and follows nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const followed = await openEditor();
  const link = page.getByText('https://bank.example', { exact: true }).element();
  const { left, top, width, height } = link.getBoundingClientRect();
  const touch = new Touch({ identifier: 1, target: link, clientX: left + width / 2, clientY: top + height / 2 });
  const send = (type: string, touches: Touch[]) =>
    link.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true, cancelable: true }));
  send('touchstart', [touch]);
  vi.advanceTimersByTime(499);
  expect(send('touchend', [])).toBe(true);
  expect(textOf(line())).toBe('');
  send('touchstart', [touch]);
  vi.advanceTimersByTime(501);
  await says(line(), 'Leads to evil.example');
  // The browser makes no press of it.
  expect(send('touchend', [])).toBe(false);
  expect(link.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))).toBe(false);
  expect(followed).toEqual([]);
  send('touchstart', []);
  await eventually(() => expect(textOf(line())).toBe(''));
  await userEvent.unhover(link);
});
