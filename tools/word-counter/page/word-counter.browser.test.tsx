import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { catchFiles, click, fill, says, seen } from '../../../web/app/testing/steps.ts';
import * as wordCounterPage from './page.tsx';

const open = async () => {
  await cleanup();
  await openPage('/word-counter', [pageRoute('/word-counter', wordCounterPage)]);
};
const counts = () => page.getByRole('region', { name: 'Counts' });
const field = () => page.getByLabelText('Text', { exact: true });

test('a text is counted as one types, kept in this browser, and there again after a reload', async () => {
  await open();
  await field().fill('Why not? Because a\u200b “quote” is here.');
  await says(counts(), 'Words (UAX #29)7');
  await says(counts(), 'Sentences2');
  await says(counts(), '× UCS-2');
  await seen(page.getByText('zero width space'));
  await seen(page.getByText('Kept in this browser.'));
  await open();
  await says(counts(), 'Words (UAX #29)7');
  await click('Clear');
  await says(counts(), 'Words (UAX #29)0');
});

test('the text is changed, and the change taken back; the counts are saved as a file', async () => {
  const files = catchFiles();
  await open();
  await field().fill('one two two');
  await page.getByText('Change the text').click();
  await fill('Find', 'two');
  await fill('Replace with', 'three');
  await click('Replace all');
  await expect.element(field()).toHaveValue('one three three');
  await seen(page.getByText('2 replaced.'));
  await click('Undo the change');
  await expect.element(field()).toHaveValue('one two two');
  await says(counts(), 'Words (UAX #29)3');
  await click('Save as CSV');
  await expect.poll(async () => files[0]?.content.text()).toContain('count,words,3');
});

test('a million characters are counted in the Worker: the page goes on taking keys', async () => {
  await open();
  const lines = Array.from(
    { length: 15_000 },
    (_, index) => `Line ${index} of a long text, which has no end; it says "more" than ${index * 3}.`,
  );
  const text = lines.join('\n').slice(0, 1_000_000);
  await field().fill('warm');
  await says(counts(), 'Words (UAX #29)1');
  const element = field().element();
  if (!(element instanceof HTMLTextAreaElement)) throw new Error('the field is no text area');
  const ownMs: number[] = [];
  for (const last of 'abc') {
    element.value = `${text.slice(0, -1)}${last}`;
    const began = performance.now();
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    ownMs.push(performance.now() - began);
    await says(counts(), '1,000,000');
  }
  // Far below what counting in the page itself would take. The least of three: other programs may hold the processor in one of them.
  expect(Math.min(...ownMs)).toBeLessThan(50);
});

test('axe finds nothing, empty and full, and the page fits 320 px', async () => {
  await open();
  expect(await accessibilityFaults('word-counter, empty')).toEqual([]);
  await field().fill(`The cat and the cat.\u200b ${'Some more words follow here, and they are plain. '.repeat(20)}`);
  await seen(page.getByText('zero width space'));
  await page.getByText('Change the text').click();
  expect(await accessibilityFaults('word-counter')).toEqual([]);
});
