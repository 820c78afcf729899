import { chooseFromMenu, enterAsOwner, expect, test, whenWritten } from './test-app.ts';

/** A pixel (the smallest GIF of 1989), as the server hands covers out. */
const cover = { type: 'image/gif', data: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=' };

/** What Letterboxd's watchlist.csv looks like. */
const planned = {
  name: 'watchlist.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Date,Name,Year,Letterboxd URI\n2026-08-18,The Odyssey,2026,https://boxd.it/QFQU\n'),
};

test('a film is typed offline and is there with the covers after a reload, and a list is imported once and taken back', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.route('**/functions/v1/media-covers', (route) => {
    const { ids } = route.request().postDataJSON() as { readonly ids: readonly string[] };
    return route.fulfill({ json: { covers: ids.map((id) => ({ id, ...cover })) } });
  });
  await page.goto('/watchlist');
  await expect(page.getByText('No film or show yet.')).toBeVisible();
  const line = page.getByLabel('New film or show');
  const film = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });
  const add = async (words: string) => {
    await line.fill(words);
    await line.press('Enter');
    await expect(line).toHaveValue('');
  };
  await whenWritten(page, 'media_items', () => add('The Third Man (1949)'));
  await expect(film('The Third Man').locator('img')).toBeVisible();

  await page.unroute('**/functions/v1/media-covers');
  const roads = ['**/rest/v1/**', '**/functions/v1/media-covers'];
  for (const road of roads) await page.route(road, (route) => route.abort());
  await add('Metropolis (1927)');
  await expect(page.getByText('1 change waits in this browser.')).toBeVisible();
  await page.reload();
  await expect(film('Metropolis')).toBeVisible();
  await expect(film('The Third Man').locator('img')).toBeVisible();
  for (const road of roads) await page.unroute(road);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Saved.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Import films and shows' });
  const choose = async () => {
    await chooseFromMenu(page, 'Import');
    await dialog.getByLabel('File').setInputFiles(planned);
  };
  await choose();
  await expect(dialog.getByText('New: 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(film('The Odyssey')).toBeVisible();
  await choose();
  await expect(dialog.getByText('There already: 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await chooseFromMenu(page, 'Undo');
  await expect(film('The Odyssey')).toBeHidden();
  await expect(film('Metropolis')).toBeVisible();
});
