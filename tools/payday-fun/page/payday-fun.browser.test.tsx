import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { brokenFigures } from '../../../web/app/testing/broken-figures.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, counted, fill, focused, gone, press, seen } from '../../../web/app/testing/steps.ts';

const year = new Date().getFullYear();
const panel = (name: string | RegExp) => page.getByRole('region', { name });
const places = [{ country: 'DE', name: 'Germany', regions: [{ region: 'BY', name: 'Bayern' }] }];
const holidays = { weekend: [6, 0], days: [1, 2].map((ahead) => ({ day: `${year - 1 + ahead}-12-25`, name: 'Christmas Day' })) };

/** The page with its sample, which lives in memory alone: what the vault has to do with it, a journey tests. */
async function openSample(knowsHolidays = true) {
  const world = await startOwnerWorld();
  world.backend.on('GET /functions/v1/holiday-places', { json: places });
  if (knowsHolidays) world.backend.on('POST /functions/v1/holidays', { json: holidays });
  await openOwnerPage('/payday-fun');
  await click('Try it with sample data');
  await seen(page.getByRole('heading', { name: 'Meridian GmbH' }));
  return world;
}

test('the sample says when payday is, what is safe to spend, and why a holiday moves a date; the server is told the place alone', async () => {
  const { backend } = await openSample();
  await seen(page.getByText('nothing is saved or sent, except that the server is asked for its country’s holidays.'));
  await seen(panel('Next payday').getByText(/days? to payday|Today is payday/));
  await seen(panel('Safe to spend today').getByText(/before payday/));
  await seen(
    panel(`Paydays of ${year}`)
      .getByText(/is Christmas Day.* → /)
      .first(),
  );
  expect(backend.callsOf('POST /functions/v1/holidays').map(({ body }) => body)).toEqual([
    { country: 'DE', region: 'BY', years: [year - 1, year, year + 1, year + 2] },
  ]);
});

test('without an answer only weekends move a payday, which is said, and asking again brings the holidays', async () => {
  const { backend } = await openSample(false);
  await seen(page.getByText(/until then only weekends move a payday/));
  await seen(panel(`Paydays of ${year}`).getByText(/so some may still move/));
  backend.on('POST /functions/v1/holidays', { json: holidays });
  await click('Ask again');
  await seen(
    panel(`Paydays of ${year}`)
      .getByText(/is Christmas Day/)
      .first(),
  );
  await gone(page.getByText(/until then only weekends/));
});

test('a price is told in hours of work, and what is none says so', async () => {
  await openSample();
  // 12 × 2,840.00 over 52.1775 weeks of 38.5 hours: 16.9650 an hour.
  await fill('Price, EUR', '169.65');
  await seen(panel(/in work/).getByText('10 h of work'));
  await fill('Price, EUR', 'a lot');
  await seen(panel(/in work/).getByText('Enter an amount.'));
});

test('no figure is cut by a line break on a phone, that of a large pay neither', async () => {
  await openSample();
  await chooseFromMenu('Edit pay');
  const form = page.getByRole('dialog', { name: 'Pay', exact: true });
  await fill('Net pay each time', '1234567.89', form);
  await click('Save', form);
  await gone(form);
  // With another font lines break elsewhere.
  await document.fonts.ready;
  for (const width of [390, 320]) {
    await page.viewport(width, 844);
    await expect.poll(() => [brokenFigures(), document.documentElement.scrollWidth]).toEqual([[], width]);
  }
});

test('pay is added by its form, deleted, and taken back; what cannot be is refused beside its field', async () => {
  await openSample();
  await click('Add pay');
  const form = page.getByRole('dialog', { name: 'New pay' });
  await fill('Name', 'Evening course', form);
  await fill('Net pay each time', '-3', form);
  await form.getByLabelText('Comes').selectOptions('Twice a month');
  await form.getByLabelText('Currency', { exact: true }).fill('CHF');
  await form.getByLabelText('Hours a week').fill('4');
  await click('Add pay', form);
  await seen(form.getByText('Enter an amount above zero.'));
  await fill('Net pay each time', '412.50', form);
  await form.getByLabelText('Country of the holidays').selectOptions('Germany');
  await form.getByLabelText('Region').selectOptions('Bayern');
  await click('Add pay', form);
  await gone(form);
  await expect.element(page.getByLabelText('Pay', { exact: true })).toHaveDisplayValue('Evening course');
  await seen(page.getByText(/^Day 15 and the last day of each month/));
  await seen(panel('Safe to spend today').getByText(/Missing: an everyday account .* in CHF/));
  await chooseFromMenu('Edit pay');
  await click('Delete', page.getByRole('dialog', { name: 'Pay', exact: true }));
  await seen(page.getByRole('heading', { name: 'Meridian GmbH' }));
  await chooseFromMenu('Undo');
  await seen(page.getByLabelText('Pay', { exact: true }));
});

test('by keys: n begins another pay, / finds paydays by their date and reason, u takes back', async () => {
  await openSample();
  await press('n');
  await seen(page.getByRole('dialog', { name: 'New pay' }));
  await press('{Escape}');
  await gone(page.getByRole('dialog'));
  const find = page.getByLabelText('Find a payday');
  await seen(find);
  await press('/');
  await focused(find);
  await find.fill('christmas');
  await seen(page.getByRole('list', { name: 'Paydays found' }).getByText(`25 Dec ${year + 1} is Christmas Day`, { exact: false }));
  await counted(page.getByRole('list', { name: 'Paydays found' }).getByRole('listitem'), 2);
  await find.fill('no such day');
  await seen(page.getByText('No paydays match.'));
  await find.fill('');
  await seen(page.getByRole('list', { name: `Paydays of ${year}, explained` }));
  await chooseFromMenu('Edit pay');
  const form = page.getByRole('dialog', { name: 'Pay', exact: true });
  await fill('Name', 'Meridian AG', form);
  await click('Save', form);
  await seen(page.getByRole('heading', { name: 'Meridian AG' }));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press('u');
  await seen(page.getByRole('heading', { name: 'Meridian GmbH' }));
});

test('paydays leave as a calendar and pay as JSON, which adds nothing here', async () => {
  await openSample();
  const files = catchFiles();
  for (const form of ['Calendar (.ics)', 'Export']) {
    await chooseFromMenu(form);
    await click('Save the file');
    await seen(page.getByText(/was handed to your browser/));
    await press('{Escape}');
    await gone(page.getByRole('dialog', { name: 'Export pay' }));
  }
  await expect.poll(() => files.map(({ name }) => name.split('.').at(-1))).toEqual(['ics', 'json']);
  expect(await files[0]?.content.text()).toContain('SUMMARY:Payday: Meridian GmbH');
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import pay' });
  await dialog.getByLabelText('File').upload(new File([(await files[1]?.content.text()) ?? ''], 'pay.json'));
  await seen(dialog.getByText('There already: 1'));
  await dialog.getByLabelText('File').upload(new File(['{'], 'broken.json'));
  await seen(dialog.getByText('broken.json is not valid JSON.'));
});

test('axe finds nothing on the page and in its form, and nothing is wider than 320 px', async () => {
  await openSample();
  await seen(
    panel(`Paydays of ${year}`)
      .getByText(/is Christmas Day/)
      .first(),
  );
  const found = [...(await accessibilityFaults('page'))];
  await chooseFromMenu('Edit pay');
  await seen(page.getByRole('dialog', { name: 'Pay', exact: true }));
  found.push(...(await accessibilityFaults('form')));
  await press('{Escape}');
  expect(found).toEqual([]);
});
