import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { chooseFromMenu, click, counted, eventually, focused, gone, press, says, seen, toastSaid } from '../../../web/app/testing/steps.ts';

const editor = () => page.getByRole('textbox', { name: 'Text of the note' });
const margin = () => page.getByRole('complementary', { name: 'Margin' });
const list = () => page.getByRole('list', { name: 'Notes' });
const sheet = (name: string) => page.getByRole('article', { name, exact: true });
const drawn = (className: string) => [...document.querySelectorAll(`.${className}`)].map(({ textContent }) => textContent);

/** The page over its samples, which need no vault. */
async function openSamples(): Promise<void> {
  await startOwnerWorld();
  await openOwnerPage('/mind-vault');
  await click('Try it with sample data');
  await counted(list().getByRole('link'), 5);
}

async function openSample(name: string): Promise<void> {
  await list().getByRole('link', { name }).click();
  await seen(sheet(name));
  await seen(editor());
}

test('without an open vault the page says what is sealed and how to open it, and samples can be tried that nothing keeps', async () => {
  await openSamples();
  await seen(page.getByText('Sample data: nothing is saved or sent.'));
  await click('Leave the sample');
  await seen(page.getByRole('heading', { name: 'Notes are locked' }));
});

test('a note reads as it is meant: marks are hidden until the cursor is in them, and nothing of it becomes markup', async () => {
  await openSamples();
  await openSample('Start here');
  await eventually(() => expect(drawn('note-h1')).toEqual(['How these notes hang together']));
  await eventually(() => expect(drawn('note-follow')).toContain('like these'));
  const boxes = page.getByRole('checkbox', { name: 'Done' });
  await counted(boxes, 2);
  await boxes.nth(1).click();
  await eventually(() => expect(boxes.elements().map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]));
  await editor().click();
  await press(
    '{Control>}{End}{/Control}',
    '{Enter}',
    '<img src=x onerror=alert(1)><script>alert(1)</script> [[x]] [a](javascript:alert(1))',
  );
  await eventually(() => expect(editor().element().textContent).toContain('<script>alert(1)</script>'));
  await eventually(() => expect(editor().element().querySelectorAll('img[src], script, a')).toHaveLength(0));
});

test('a link leads to its note and its heading, the margin shows who links back with the words around it, and a missing note is made', async () => {
  await openSamples();
  await openSample('Start here');
  await eventually(() => expect(drawn('note-follow')).toContain('Guilloche'));
  await page.getByText('like these').click();
  await seen(sheet('Rose engine'));
  await says(margin(), 'Linked from 3');
  await says(margin(), 'A link may show other words, like these');
  await margin().getByRole('link', { name: 'Guilloche' }).click();
  await seen(sheet('Guilloche'));
  await says(margin(), 'How it is cut');
  await seen(editor());
  await editor().click();
  await press('{Control>}{End}{/Control}', '{Enter}', 'See [[[[Not there yet');
  // Completion closes the brackets only where a note has that name.
  await press('{Escape}', ']]');
  await press('{Control>}{Enter}{/Control}');
  await seen(sheet('Not there yet'));
});

test('a long title is seen whole in a narrow window, and is one line however it is pasted', async () => {
  await page.viewport(390, 800);
  await openSamples();
  await openSample('Guilloche');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Lines that a rose engine cuts\ninto copper, and what they were good for on banknotes and watches');
  const field = title.element();
  expect(field).toHaveProperty('value', 'Lines that a rose engine cuts into copper, and what they were good for on banknotes and watches');
  expect(field.clientHeight).toBeGreaterThan(60);
  expect(field.scrollHeight).toBeLessThanOrEqual(field.clientHeight);
  expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
  await press('{Escape}');
});

test('a rename updates links in every note, says in how many, and is taken back as one step', async () => {
  await openSamples();
  await openSample('Guilloche');
  await says(margin(), 'Linked from 2');
  await says(margin(), 'Rename Guilloche and look at this line again');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Start here');
  await press('{Enter}');
  await seen(sheet('Start here'));
  await title.fill('Engine-turned lines');
  await press('{Enter}');
  await seen(sheet('Engine-turned lines'));
  await toastSaid('Links in 2 notes were updated');
  await says(margin(), 'Engine-turned lines › How it is cut');
  await chooseFromMenu('Undo');
  await seen(sheet('Start here'));
});

test('[[ is completed with notes and their headings, by keyboard', async () => {
  await openSamples();
  await openSample('Loose thought');
  await editor().click();
  await press('{Control>}{End}{/Control}', '{Enter}', '[[[[guill');
  await seen(page.getByRole('option', { name: /Guilloche/ }));
  // What it offers is taken once it has stood for a moment.
  await eventually(() => expect(page.getByRole('option', { selected: true }).elements()).toHaveLength(1));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await page.getByRole('option', { name: /Guilloche/ }).click();
  await eventually(() => expect(editor().element().textContent).toContain('[[Guilloche]]'));
});

test('notes are found by words, tags and folders, and by keyboard alone', async () => {
  await openSamples();
  await press('/');
  const search = page.getByRole('searchbox', { name: 'Search notes' });
  await focused(search);
  await search.fill('interlaced');
  await counted(list().getByRole('link'), 1);
  await press('{Enter}');
  await seen(sheet('Guilloche'));
  await search.fill('');
  await click('Tags');
  await click(/^#engraving/);
  await counted(list().getByRole('link'), 3);
  await click('Folders');
  await click(/Craft/);
  await counted(list().getByRole('link'), 2);
});

test('today’s note lies beside those of other days, a deleted note comes back, and reading mode takes no words', async () => {
  await openSamples();
  await press('{Control>}d{/Control}');
  await seen(page.getByRole('article', { name: /^\d{4}-\d\d-\d\d$/ }));
  await click('Delete this note');
  await click('Delete', page.getByRole('alertdialog'));
  await counted(list().getByRole('link'), 4);
  await chooseFromMenu('Undo');
  await counted(list().getByRole('link'), 5);
  await openSample('Loose thought');
  await click('Read this note');
  await gone(editor());
  await gone(page.getByRole('button', { name: 'Read this note' }));
});

test('a note that is named without a link is a mention, which becomes a link by a press; the outline follows the cursor', async () => {
  await openSamples();
  await openSample('Loose thought');
  await seen(editor());
  await editor().click();
  await press('{Control>}{End}{/Control}', '{Enter}', 'An engine turning by hand.');
  await openSample('Guilloche');
  const mentions = page.getByRole('region', { name: /^Unlinked mentions/ });
  await says(mentions, 'An engine turning by hand.');
  await click('Link the mention in Loose thought', mentions);
  await toastSaid('Linked in “Loose thought”');
  await says(margin(), 'Linked from 3');
  await gone(mentions);
  const place = (name: string) => page.getByRole('region', { name: 'Outline' }).getByRole('button', { name });
  await place('Where it is seen').click();
  await eventually(() => expect(place('Where it is seen').element().getAttribute('aria-current')).toBe('location'));
  await press('{Control>}{Home}{/Control}');
  await eventually(() => expect(place('Where it is seen').element().getAttribute('aria-current')).toBeNull());
});

test('a note in the folder Templates is put into another one, filled in', async () => {
  await openSamples();
  await openSample('Loose thought');
  await page.getByRole('textbox', { name: 'Folder' }).fill('Templates');
  await press('{Enter}');
  await editor().click();
  await press('{Control>}{End}{/Control}', '{Enter}', 'About {{{{title}}, {{{{date}}');
  await openSample('Guilloche');
  await seen(editor());
  await chooseFromMenu('Insert a template');
  await focused(page.getByRole('combobox'));
  await press('loose', '{Enter}');
  await says(editor(), /About Guilloche, \d{4}-\d\d-\d\d/);
  await click('Read this note');
  await click('Write in this note');
  await openSample('Rose engine');
  await openSample('Guilloche');
  await seen(editor());
  await eventually(() =>
    expect(
      editor()
        .element()
        .textContent?.match(/About Guilloche/g),
    ).toHaveLength(1),
  );
});

test('a note is opened by its name, one beside another, and both are closed again, by keyboard alone', async () => {
  await openSamples();
  await press('{Control>}o{/Control}');
  const field = page.getByRole('combobox', { name: 'Name of the note' });
  await focused(field);
  await press('guil');
  await counted(page.getByRole('option'), 1);
  expect(await accessibilityFaults('switcher')).toEqual([]);
  await press('{Enter}');
  await seen(sheet('Guilloche'));
  await press('{Control>}o{/Control}');
  await focused(field);
  await press('rose', '{Control>}{Enter}{/Control}');
  await seen(sheet('Rose engine'));
  await seen(sheet('Guilloche'));
  await counted(editor(), 2);
  expect(await accessibilityFaults('side by side')).toEqual([]);
  await click('Close this note', sheet('Guilloche'));
  await gone(sheet('Guilloche'));
  await seen(sheet('Rose engine'));
  await click('Open another note beside this one');
  await focused(field);
  await press('A new name', '{Shift>}{Enter}{/Shift}');
  await seen(sheet('A new name'));
});

test('axe finds nothing on the list, an open note and the folders, in both themes and at both widths, and the page fits 320 px', async () => {
  await openSamples();
  const found = [...(await accessibilityFaults('list'))];
  await openSample('Start here');
  await eventually(() => expect(drawn('note-h1')).toHaveLength(1));
  found.push(...(await accessibilityFaults('note')));
  await click('Folders');
  found.push(...(await accessibilityFaults('folders')));
  expect(found).toEqual([]);
});
