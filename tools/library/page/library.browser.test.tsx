import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, fill, gone, press, says, seen } from '../../../web/app/testing/steps.ts';

const title = (name: string) => page.getByRole('button', { name, exact: true });
const view = (name: string) => page.getByRole('link', { name, exact: true });

async function openLibrary() {
  const { backend } = await startOwnerWorld();
  const film = {
    kind: 'film',
    title: 'A film',
    creators: [],
    tags: [],
    refs: [],
    seasons: [],
    status: 'planned',
    review: '',
    favourite: false,
    position: 0,
  };
  const items = backend.table('media_items', [film]);
  const entries = backend.table('media_entries');
  const goals = backend.table('media_goals');
  await openOwnerPage('/library');
  await seen(page.getByText('Saved.'));
  return { items, entries, goals };
}

test('a book goes on by pages and percent, says what is no page, is finished on its last one, and is read again', async () => {
  const { items, entries } = await openLibrary();
  // Films are the other app's.
  await gone(title('A film'));
  await page.getByLabelText('New book').fill('Emma by Jane Austen (1815)');
  await press('{Enter}');
  await title('Emma').click();
  const sheet = page.getByRole('dialog', { name: 'Emma' });
  await sheet.getByText('Details and review').click();
  await fill('Pages', '474', sheet);
  await fill('ISBN', '978-0-11-000222-5', sheet);
  await sheet.getByRole('button', { name: 'Save' }).last().click();
  await seen(sheet.getByText('Not a valid ISBN: the check digit is wrong.'));
  await fill('ISBN', '0-395-36341-1', sheet);
  await sheet.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => items.rows().at(-1)).toMatchObject({ pages: 474, isbn: '9780395363416', creators: ['Jane Austen'] });
  await fill('Read to page, of 474', '500', sheet);
  await sheet.getByRole('button', { name: 'Save' }).first().click();
  await seen(sheet.getByText('A whole number, 0 to 474.'));
  await fill('Read to page, of 474', '120', sheet);
  await sheet.getByRole('button', { name: 'Save' }).first().click();
  await says(sheet, 'Page 120 of 474');
  await fill('Read to page, of 474', '474', sheet);
  await sheet.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => items.rows().at(-1)?.['status']).toBe('done');
  await click('Finished again', sheet);
  await expect
    .poll(() => entries.rows().map(({ kind, page, again }) => [kind, page, again]))
    .toEqual([
      ['progress', 120, false],
      ['finished', null, false],
      ['finished', null, true],
    ]);
});

const goodreads =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n' +
  '42036538,Gideon the Ninth,Tamsyn Muir,"Muir, Tamsyn",,"=""1250313198""","=""9781250313195""",4,4.20,Tor,Hardcover,448,2019,2019,2020/10/25,2020/10/21,,,read,,,,1,0\n' +
  '1,,Nobody,,,,,0,,,,,,,,,,,read,,,,0,0\n';

test('a library of Goodreads is compared, taken and exported, and what is left out is said with its line', async () => {
  const saved = catchFiles();
  const { items } = await openLibrary();
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import books' });
  await dialog.getByLabelText('File').upload(new File([goodreads], 'goodreads.csv', { type: 'text/csv' }));
  await says(dialog, 'New: 2');
  await says(dialog, 'It has no title.');
  await click('Import 2', dialog);
  await expect.poll(() => items.rows().length).toBe(2);
  await chooseFromMenu('Export');
  await click('Goodreads (.csv)');
  await expect.poll(async () => (await saved.at(-1)?.content.text()) ?? '').toContain('9781250313195,4,448');
});

test.for(['Up next', 'Shelf', 'Year'])('axe finds nothing on the view %s, and nothing is wider than 320 px', async (name) => {
  await openLibrary();
  await click('Try it with sample data');
  await view(name).click();
  expect(await accessibilityFaults(name)).toEqual([]);
});

test('axe finds nothing on the sheet of a book', async () => {
  await openLibrary();
  await click('Try it with sample data');
  await title('Middlemarch').click();
  await page.getByText('Details and review').click();
  expect(await accessibilityFaults('sheet')).toEqual([]);
});

test('a year has a goal, which says how it stands, is changed, and is taken back by nothing', async () => {
  const { goals } = await openLibrary();
  await view('Year').click();
  const year = new Date().getFullYear();
  await click('Set a goal');
  await fill('How many books', 'many');
  await click('Keep');
  await seen(page.getByText('A goal is a whole number up to 100,000.'));
  await fill('How many books', '1000');
  await click('Keep');
  await seen(page.getByText(/^0 of 1,000: [\d,]+ behind\.$/));
  expect(await accessibilityFaults('the goal')).toEqual([]);
  await expect.poll(() => goals.rows()).toMatchObject([{ shelf: 'read', year, goal: 1000 }]);
  await click('Change');
  await fill('How many books', '');
  await click('Keep');
  await seen(page.getByText(`No goal for ${year}.`));
  await expect.poll(() => goals.rows()).toMatchObject([{ goal: 0 }]);
});
