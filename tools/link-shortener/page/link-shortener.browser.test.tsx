import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, counted, fill, focused, gone, press, seen, toastSaid } from '../../../web/app/testing/steps.ts';

const ids = [
  '10000000-0000-4000-8000-000000000001',
  '10000000-0000-4000-8000-000000000002',
  '10000000-0000-4000-8000-000000000003',
] as const;
const defaults = { title: '', tags: [], expires_at: null, max_visits: null, password_hash: null };
const given = [
  { ...defaults, id: ids[0], slug: 'talk', url: 'https://example.org/talks/2026/slides?lang=en', title: 'Slides', tags: ['talks'] },
  { ...defaults, id: ids[1], slug: 'once', url: 'https://example.org/once', max_visits: 1, password_hash: 'scrypt' },
  { ...defaults, id: ids[2], slug: 'old', url: 'https://example.com/old', expires_at: '2026-01-01T00:00:00Z' },
];

/** The page with these links, of which the first was visited. */
async function openLinks(rows: readonly Readonly<Record<string, unknown>>[] = given) {
  const { backend } = await startOwnerWorld();
  const table = backend.table('short_links', rows, { fresh: () => defaults });
  const total = { visits: 0, visitors: 0, bots: 0, opened: 0, last_day: null };
  backend.on('POST /rest/v1/rpc/short_link_totals', () => ({
    json: [
      { ...total, link_id: ids[0], visits: 41, visitors: 30, bots: 3, last_day: '2026-11-22' },
      { ...total, link_id: ids[1], opened: 1 },
    ],
  }));
  backend.on('POST /rest/v1/rpc/short_link_visits', () => ({
    json: [
      { day: new Date().toISOString().slice(0, 10), kind: 'visit', name: '', visits: 41 },
      { day: new Date().toISOString().slice(0, 10), kind: 'visitor', name: '', visits: 30 },
      { day: null, kind: 'referrer', name: 'direct', visits: 40 },
      { day: null, kind: 'country', name: 'HU', visits: 39 },
      { day: null, kind: 'browser', name: 'Firefox', visits: 41 },
      { day: null, kind: 'bot', name: 'slackbot', visits: 3 },
    ],
  }));
  await openOwnerPage('/link-shortener');
  await seen(page.getByText('Saved.'));
  return { backend, table };
}

const rowOf = (slug: string) => page.getByRole('listitem').filter({ hasText: `/s/${slug}` });

test('a destination becomes a link with a slug of its own, or with the one that was typed', async () => {
  const { table } = await openLinks([]);
  await seen(page.getByText('No link yet.'));
  await fill('Destination', 'example.org/new');
  await press('{Enter}');
  await expect.poll(() => table.rows()).toMatchObject([{ url: 'https://example.org/new', slug: expect.stringMatching(/^\w{7}$/) }]);
  await focused(page.getByLabelText('Destination'));
  await fill('Destination', 'https://example.org/other');
  await fill('Slug', 'Other');
  await click('Shorten');
  await expect.poll(() => table.rows().at(-1)).toMatchObject({ slug: 'other' });
});

test('what is wrong is said at its field, also behind the button, and nothing is sent', async () => {
  const { table } = await openLinks();
  await fill('Destination', 'https://example.org/');
  await fill('Slug', 'talk');
  await click('Shorten');
  await seen(page.getByText('Another link has this slug: it leads to example.org.'));
  await focused(page.getByLabelText('Slug'));
  await fill('Slug', 'new');
  await page.getByText('Name, expiry, limit, password').click();
  await fill('Opens at most', 'many');
  await page.getByText('Name, expiry, limit, password').click();
  await click('Shorten');
  await focused(page.getByLabelText('Opens at most'));
  expect(table.rows()).toHaveLength(3);
});

test('a password goes to the server to be hashed, and where that fails nothing is saved', async () => {
  const { backend, table } = await openLinks([]);
  backend.on('POST /functions/v1/short-link-password', 'lost');
  await fill('Destination', 'https://example.org/');
  await page.getByText('Name, expiry, limit, password').click();
  await fill('Password', 'open sesame');
  await click('Shorten');
  await seen(page.getByText('The server must hash it, and does not answer.'));
  expect(table.rows()).toEqual([]);
  backend.on('POST /functions/v1/short-link-password', () => ({ json: { hash: 'scrypt-hash' } }));
  await click('Shorten');
  await expect.poll(() => table.rows()).toMatchObject([{ password_hash: 'scrypt-hash' }]);
  expect(JSON.stringify(table.rows())).not.toContain('sesame');
});

test('links say how they stand, are found by words and tag, edited, deleted and brought back', async () => {
  const { table } = await openLinks();
  await seen(rowOf('old').getByText('Expired'));
  await seen(rowOf('once').getByText('Used up'));
  await seen(rowOf('talk').getByText('41'));
  await fill('Find', 'slides');
  await counted(page.getByRole('button', { name: /^Edit / }), 1);
  await fill('Find', 'nothing of the kind');
  await seen(page.getByText('No links match.'));
  await fill('Find', '');
  await page.getByLabelText('Tag', { exact: true }).selectOptions('talks');
  await counted(page.getByRole('button', { name: /^Edit / }), 1);
  await click('Edit /s/talk');
  const dialog = page.getByRole('dialog', { name: 'Edit link' });
  await fill('Name', 'Slides of the talk', dialog);
  await click('Save', dialog);
  await gone(dialog);
  await expect
    .poll(() => table.rows().find(({ slug }) => slug === 'talk'))
    .toMatchObject({ title: 'Slides of the talk', max_visits: null });
  await click('Delete /s/talk');
  await toastSaid('Link deleted');
  await chooseFromMenu('Trash');
  await click('Restore “Slides of the talk”');
  await press('{Escape}');
  await seen(rowOf('talk'));
});

test('a file of links is shown before it is taken, and an export is a file that adds nothing', async () => {
  const files = catchFiles();
  const { table } = await openLinks();
  await chooseFromMenu('Export');
  await click('CSV: every link, to be imported here again');
  await expect.poll(() => files.length).toBe(1);
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Export links' }));
  const [file] = files;
  if (file === undefined) throw new Error('it was just counted');
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  await dialog.getByLabelText('File').upload(new File([file.content], 'links.csv'));
  await seen(dialog.getByText(/links\.csv: CSV, UTF-8/));
  await gone(dialog.getByRole('button', { name: /^Import \d/ }));
  await dialog.getByLabelText('File').upload(new File(['url\nhttps://example.org/a\nhttps://example.org/b\nnowhere\n'], 'more.csv'));
  await click('Import 2', dialog);
  await expect.poll(() => table.rows()).toHaveLength(5);
});

test('the import’s own Undo takes back what it brought, and leaves a link that was made after it', async () => {
  const { table } = await openLinks([]);
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  await dialog.getByLabelText('File').upload(new File(['url\nhttps://example.org/a\nhttps://example.org/b\n'], 'two.csv'));
  await click('Import 2', dialog);
  await gone(dialog);
  await expect.poll(() => table.rows()).toHaveLength(2);
  const undo = page.getByRole('button', { name: 'Undo' });
  await seen(undo);
  // Made by hand as another tab would, so that no other notice takes the place of this one.
  const { openRecords } = await import('../../../web/app/domains/records/open-records.ts');
  const { links } = await import('./links.ts');
  const values = { ...defaults, slug: 'mine', url: 'https://example.org/mine', created_at: '2026-11-27T08:00:00Z' };
  await openRecords()
    .open(links, 'link-shortener')
    .edit([{ kind: 'create', id: ids[0], values }]);
  await undo.click();
  await toastSaid('Import undone');
  const left = () => table.rows().flatMap(({ slug, deleted_at }) => (deleted_at === null ? [slug] : []));
  await expect.poll(left).toEqual(['mine']);
});

test('where nobody answers for visits the page says so, and the dialog asks again', async () => {
  const { backend } = await openLinks();
  const answerAgain = backend.cutOff('/rest/v1/rpc/short_link_visits');
  await click('Visits of /s/talk');
  await seen(page.getByText('The server does not answer, so the visits are not known.'));
  answerAgain();
  await click('Try again', page.getByRole('dialog'));
  await seen(page.getByText('Hungary'));
});

test('axe finds nothing on the page and its dialogs', async () => {
  await openLinks();
  await page.getByText('Name, expiry, limit, password').click();
  const found = [...(await accessibilityFaults('page'))];
  for (const name of ['Visits of /s/talk', 'QR code of /s/talk', 'Edit /s/once', 'Import']) {
    await (name === 'Import' ? chooseFromMenu(name) : click(name));
    await seen(page.getByRole('dialog'));
    await gone(page.getByRole('dialog').getByText('Loading the visits'));
    found.push(...(await accessibilityFaults(name)));
    await press('{Escape}');
    await gone(page.getByRole('dialog'));
  }
  expect(found).toEqual([]);
});

test('links are worked by the keyboard, and the focus stays in the list when a link is deleted', async () => {
  const { table } = await openLinks();
  const link = (slug: string) => page.getByRole('link', { name: `/s/${slug}` });
  await press('/');
  await focused(page.getByLabelText('Find'));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await page.getByLabelText('Order').selectOptions('slug');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press('j');
  await focused(link('old'));
  await press('{ArrowDown}');
  await focused(link('once'));
  await press('e');
  await seen(page.getByRole('dialog', { name: 'Edit link' }));
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Edit link' }));
  await focused(link('once'));
  await press('x');
  await expect.poll(() => table.rows().find(({ slug }) => slug === 'once')?.['deleted_at']).toBeTypeOf('string');
  await focused(link('talk'));
  await click('Delete /s/talk');
  await focused(link('old'));
  await press('u');
  await seen(link('talk'));
});

test('the first link stands near the top, and a phone shows what a link can do without a wider page', async () => {
  await openLinks();
  await seen(page.getByText('2 links lead nowhere any more.'));
  await page.viewport(1440, 900);
  const head = document.querySelector('.page-head')?.getBoundingClientRect().bottom ?? 0;
  const topOf = (text: string) => page.getByText(text).element().getBoundingClientRect().top;
  expect(topOf('2 links lead nowhere any more.') - head).toBeLessThanOrEqual(110);
  const [first] = page.getByRole('list', { name: 'Links' }).getByRole('listitem').elements();
  expect(first?.getBoundingClientRect().bottom ?? innerHeight).toBeLessThan(500);
  expect(first?.getBoundingClientRect().height).toBeLessThanOrEqual(60);
});
