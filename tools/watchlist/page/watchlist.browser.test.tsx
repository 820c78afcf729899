import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults, dialogFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import {
  catchFiles,
  chooseFromMenu,
  click,
  counted,
  fill,
  focused,
  focusOn,
  gone,
  press,
  says,
  seen,
  textsOf,
} from '../../../web/app/testing/steps.ts';

const line = () => page.getByLabelText('New film or show');
const note = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });
const title = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = (name: string) => page.getByRole('dialog', { name });
const view = (name: string) => page.getByRole('link', { name, exact: true });

async function openWatchlist() {
  const { backend } = await startOwnerWorld();
  const items = backend.table('media_items');
  const entries = backend.table('media_entries');
  await openOwnerPage('/watchlist');
  await seen(page.getByText('Saved.'));
  return { backend, items, entries };
}

async function add(words: string) {
  await line().fill(words);
  await press('{Enter}');
  await expect.element(line()).toHaveValue('');
}

test('a line becomes a film or a show, is watched by one press, and Undo takes back both the film and its diary', async () => {
  const { items, entries } = await openWatchlist();
  await add('The Third Man (1949) #noir');
  await add('show: Dark (2017)');
  await seen(note('The Third Man'));
  await expect
    .poll(() => items.rows().map(({ kind, title, year, status }) => [kind, title, year, status]))
    .toEqual([
      ['film', 'The Third Man', 1949, 'planned'],
      ['show', 'Dark', 2017, 'planned'],
    ]);
  await click('Watched: The Third Man');
  await gone(title('The Third Man'));
  await expect.poll(() => items.rows()[0]?.['status']).toBe('done');
  await expect.poll(() => entries.rows()).toMatchObject([{ kind: 'finished', media_id: items.rows()[0]?.['id'] }]);
  await chooseFromMenu('Undo');
  await seen(note('The Third Man'));
  await expect.poll(() => [items.rows()[0]?.['status'], entries.rows()[0]?.['deleted_at'] !== null]).toEqual(['planned', true]);
  await click('S1 E1: Dark');
  await says(note('Dark'), 'Next S1 E2');
});

test('by keys alone: type, find, go, rate, make a favourite, watch, take back, open', async () => {
  const { items } = await openWatchlist();
  await press('q');
  await focused(line());
  await add('Metropolis (1927)');
  await add('Nosferatu (1922)');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press('j');
  await focused(title('Nosferatu'));
  await press('j');
  await focused(title('Metropolis'));
  await press('4', 'f');
  await expect.poll(() => items.rows()[0]).toMatchObject({ rating: 8, favourite: true });
  await press('4');
  await expect.poll(() => items.rows()[0]).toMatchObject({ rating: 7 });
  await press(' ');
  await gone(title('Metropolis'));
  await press('u');
  await seen(title('Metropolis'));
  focusOn(title('Metropolis'));
  await press('e');
  await seen(sheet('Metropolis'));
  await press('{Escape}');
  await gone(sheet('Metropolis'));
  await press('/');
  await focused(page.getByLabelText('Find'));
  await page.getByLabelText('Find').fill('nosf');
  await seen(page.getByText('1 of 2'));
});

test('the sheet sets seasons, marks episodes, rates by half stars, keeps days and notes, and deletes into the trash', async () => {
  const { items, entries } = await openWatchlist();
  await add('show: Dark (2017)');
  await title('Dark').click();
  const dark = sheet('Dark');
  await dark.getByText('Details and review').click();
  await fill('Episodes of each season', '2, 1', dark);
  await dark.getByRole('button', { name: 'Save' }).last().click();
  await click('Episode 1 watched', dark);
  await expect.poll(() => entries.rows()).toMatchObject([{ kind: 'progress', season: 1, episode: 1 }]);
  await expect.element(dark.getByRole('button', { name: 'Episode 1 watched' })).toHaveAttribute('aria-pressed', 'true');
  focusOn(dark.getByLabelText('Rating'));
  await press('{ArrowRight>7/}');
  await expect.poll(() => items.rows()[0]?.['rating']).toBe(7);
  await click(/^Edit the entry of/, dark);
  await fill('Note', 'The cave.', dark);
  await dark.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => entries.rows()[0]?.['note']).toBe('The cave.');
  await fill('Year', '20x', dark);
  await dark.getByRole('button', { name: 'Save' }).last().click();
  await seen(dark.getByText('A year between -4000 and 2200.'));
  await click('Delete', dark);
  await gone(dark);
  await chooseFromMenu('Trash');
  await click('Restore “Dark (2017)”');
  await expect.poll(() => items.rows()[0]?.['deleted_at']).toBe(null);
});

const diary =
  'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2026-08-18,The Godfather,1972,https://boxd.it/fTOHCx,5,,,2026-08-18\n';
const planned = 'Date,Name,Year,Letterboxd URI\n2026-08-18,The Odyssey,2026,https://boxd.it/QFQU\n';

test('an archive is compared before it is taken, taken as one step of undo, and adds nothing the second time', async () => {
  const saved = catchFiles();
  const { items, entries } = await openWatchlist();
  const archive = zipSync({ 'diary.csv': strToU8(diary), 'watchlist.csv': strToU8(planned) });
  const file = new File([archive as BlobPart], 'letterboxd.zip', { type: 'application/zip' });
  const dialog = page.getByRole('dialog', { name: 'Import films and shows' });
  const choose = async () => {
    await chooseFromMenu('Import');
    await dialog.getByLabelText('File').upload(file);
  };
  await choose();
  await says(dialog, 'New: 3');
  expect(items.rows()).toEqual([]);
  await click('Import 3', dialog);
  await seen(title('The Odyssey'));
  await expect.poll(() => [items.rows().length, entries.rows().length]).toEqual([2, 1]);
  await choose();
  await says(dialog, 'There already: 3');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await chooseFromMenu('Export');
  await click('Everything (.json)');
  await expect.poll(() => saved.at(-1)?.name ?? '').toMatch(/^castellan-\d{4}-\d\d-\d\d\.json$/);
  expect(await saved.at(-1)?.content.text()).toContain('"The Godfather"');
  await press('{Escape}');
  await chooseFromMenu('Undo');
  await expect.poll(() => [...items.rows(), ...entries.rows()].every(({ deleted_at }) => deleted_at !== null)).toBe(true);
});

test('an import that is cut waits here as a whole, and goes to the server as one', async () => {
  const { backend, items, entries } = await openWatchlist();
  const reconnect = backend.cutOff('/rest/v1/rpc/write_records');
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import films and shows' });
  await dialog.getByLabelText('File').upload(new File([diary], 'diary.csv', { type: 'text/csv' }));
  await click('Import 2', dialog);
  await seen(page.getByText(/The server does not answer\. 2 changes wait/));
  expect([items.rows().length, entries.rows().length]).toEqual([0, 0]);
  reconnect();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => [items.rows().length, entries.rows().length]).toEqual([1, 1]);
  await seen(page.getByText('Saved.'));
  const written = backend.callsOf('POST /rest/v1/rpc/write_records').at(-1)?.body as { readonly writes: readonly { collection: string }[] };
  expect(written.writes.map(({ collection }) => collection)).toEqual(['media_items', 'media_entries']);
});

test('what is done while the server is away is kept, said to wait, and sent once it answers, the item before its day', async () => {
  const { backend, items, entries } = await openWatchlist();
  const reconnect = backend.cutOff('/rest/v1/');
  await add('Metropolis (1927) ★★★★½');
  await seen(page.getByText(/The server does not answer\. 2 changes wait/));
  await openOwnerPage('/watchlist#shelf');
  await seen(title('Metropolis'));
  expect(items.rows()).toEqual([]);
  reconnect();
  window.dispatchEvent(new Event('online'));
  await expect
    .poll(() => [items.rows(), entries.rows()])
    .toMatchObject([[{ rating: 9, status: 'done' }], [{ rating: 9, kind: 'finished' }]]);
});

test('where nothing was ever had and nobody answers the page says so', async () => {
  const { backend } = await startOwnerWorld();
  const reconnect = backend.cutOff('/rest/v1/');
  await openOwnerPage('/watchlist');
  await seen(page.getByText('Your films and shows cannot be shown: the server does not answer, and this browser has no copy yet.'));
  reconnect();
  await click('Try again');
  await seen(page.getByText('No film or show yet.'));
});

test('the sample is in memory alone: it is worked with and left, and nothing of it was ever sent or kept', async () => {
  const { backend, items } = await openWatchlist();
  await click('Try it with sample data');
  await seen(page.getByText('nothing is saved'));
  await click('S1 E4: Les Vampires');
  await says(note('Les Vampires'), 'Next S1 E5');
  await view('Year').click();
  await seen(page.getByRole('heading', { name: 'By month' }));
  await chooseFromMenu('Undo');
  await click('Leave the sample');
  await view('Up next').click();
  await seen(page.getByText('No film or show yet.'));
  expect(items.rows()).toEqual([]);
  expect(backend.callsOf('POST /rest/v1/media_items')).toEqual([]);
});

const found = {
  kind: 'film',
  title: 'The Third Man',
  creators: [],
  year: 1949,
  runtimeMin: null,
  pages: null,
  isbn: null,
  seasons: [],
  refs: ['tmdb:movie-1092'],
  cover: 'film:/x.jpg',
};

test('a look-up asks for a key once, adds what was found with its details, and shows the cover that the server keeps', async () => {
  const { backend, items } = await openWatchlist();
  let key: unknown;
  backend.on('POST /functions/v1/media-key', ({ body }) => {
    key = (body as { key: unknown }).key;
    return { json: { kept: true } };
  });
  backend.on('POST /functions/v1/media-lookup', ({ body }) => {
    if (key === undefined) return { json: { outcome: 'no_key' } };
    const whole = { ...found, creators: ['Carol Reed'], runtimeMin: 105 };
    return { json: { outcome: 'found', found: ['id' in (body as object) ? whole : found] } };
  });
  const pixel = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  backend.on('POST /functions/v1/media-cover', () => ({ json: { type: 'image/gif', data: pixel } }));
  await line().fill('third man');
  await click('Look up');
  const dialog = page.getByRole('dialog', { name: 'Look up' });
  await dialog.getByLabelText('API key or read access token').fill('0123456789abcdef0123456789abcdef');
  const askingFaults = await accessibilityFaults('key');
  await click('Keep the key', dialog);
  await seen(dialog.getByText('The Third Man'));
  expect([...askingFaults, ...(await accessibilityFaults('found'))]).toEqual([]);
  await click(/^Add: The Third Man/, dialog);
  await expect
    .poll(() => items.rows())
    .toMatchObject([{ creators: ['Carol Reed'], runtime_min: 105, refs: ['tmdb:movie-1092'], status: 'planned' }]);
  await expect.poll(() => document.querySelector<HTMLImageElement>('.banknote img')?.src).toBe(`data:image/gif;base64,${pixel}`);
  expect(key).toBe('0123456789abcdef0123456789abcdef');
});

test('what a look-up fills in leaves alone what the owner said, and a service that does not answer is said to', async () => {
  const { backend, items } = await openWatchlist();
  await add('The 3rd Man (1950)');
  await title('The 3rd Man').click();
  await click('Look up details and cover');
  const dialog = page.getByRole('dialog', { name: 'Look up' });
  await seen(dialog.getByText('This site’s server does not answer.'));
  backend.on('POST /functions/v1/media-lookup', () => ({
    json: { outcome: 'found', found: [{ ...found, creators: ['Carol Reed'], cover: null }] },
  }));
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await click(/^Fill in: The Third Man/, dialog);
  await expect.poll(() => items.rows()).toMatchObject([{ title: 'The 3rd Man', year: 1950, creators: ['Carol Reed'] }]);
});

test('the palette takes a line, and an address opens the sheet of an item', async () => {
  const { items } = await openWatchlist();
  await press('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('* Stalker (1979)');
  await page.getByRole('option', { name: /Add film or show: Stalker/ }).click();
  await expect.poll(() => items.rows().map(({ title }) => title)).toEqual(['Stalker']);
  await openOwnerPage(`/watchlist#item=${String(items.rows()[0]?.['id'])}`);
  await seen(sheet('Stalker'));
});

test.for(['Up next', 'Shelf', 'Diary', 'Year'])('axe finds nothing on the view %s, and nothing is wider than 320 px', async (name) => {
  await openWatchlist();
  await click('Try it with sample data');
  await view(name).click();
  await seen(view(name));
  expect(await accessibilityFaults(name)).toEqual([]);
});

test('axe finds nothing with each dialog open, in the trash, and where there is nothing yet', async () => {
  await openWatchlist();
  const found = [...(await accessibilityFaults('empty'))];
  await add('show: Dark (2017) ★★★★');
  await add('Metropolis (1927)');
  found.push(...(await dialogFaults('Import', 'Export', 'Trash')));
  await view('Shelf').click();
  await counted(page.getByRole('list', { name: 'Shelf' }).getByRole('listitem'), 2);
  await title('Dark').click();
  await page.getByText('Details and review').click();
  await click(/^Edit the entry of/);
  found.push(...(await accessibilityFaults('sheet')));
  expect(found).toEqual([]);
  expect(textsOf(page.getByRole('heading', { level: 1 }))).toEqual(['Watchlist']);
});

test('covers are found for what has a number to ask by, and the key is asked for in the same place', async () => {
  const { backend } = await openWatchlist();
  await add('The Third Man (1949)');
  await add('A film without a number');
  let hasKey = false;
  backend.on('POST /functions/v1/media-key', () => {
    hasKey = true;
    return { json: { kept: true } };
  });
  backend.on('POST /functions/v1/media-lookup', () => ({ json: hasKey ? { outcome: 'found', found: [found] } : { outcome: 'no_key' } }));
  backend.on('POST /functions/v1/media-cover', () => ({ json: { type: 'image/gif', data: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=' } }));
  // An address answers for those that begin with it; the newest that fits is taken.
  backend.on('POST /functions/v1/media-covers', { json: { covers: [] } });
  await title('The Third Man').click();
  await click('Look up details and cover');
  const lookUp = page.getByRole('dialog', { name: 'Look up' });
  await lookUp.getByLabelText('API key or read access token').fill('0123456789abcdef0123456789abcdef');
  await click('Keep the key', lookUp);
  await click(/^Fill in: The Third Man/, lookUp);
  await gone(lookUp);
  await press('{Escape}');
  hasKey = false;
  await chooseFromMenu('Find covers');
  const dialog = page.getByRole('dialog', { name: 'Find covers' });
  await seen(dialog.getByText('2 titles have no cover; 1 can be asked for.'));
  await seen(dialog.getByText('One more has no number to ask by: open one and look it up.'));
  await click('Find them', dialog);
  await seen(dialog.getByText('0 of 0 asked for have a cover now.'));
  await dialog.getByLabelText('API key or read access token').fill('0123456789abcdef0123456789abcdef');
  await click('Keep the key', dialog);
  await click('Find them', dialog);
  await seen(dialog.getByText('1 of 1 asked for have a cover now.'));
  expect(await accessibilityFaults('covers')).toEqual([]);
});
