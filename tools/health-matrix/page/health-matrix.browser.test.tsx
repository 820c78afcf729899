import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, dateLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { accessibilityFaults, dialogFaults } from '../../../web/app/testing/axe-findings.ts';
import { held } from '../../../web/app/testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import {
  catchFiles,
  chooseFromMenu,
  click,
  eventually,
  fill,
  focused,
  gone,
  press,
  seen,
  toastSaid,
} from '../../../web/app/testing/steps.ts';

const today = dayOf(new Date());

/** The page with its sample, which lives in memory alone: what the vault has to do with it, journeys test. */
async function openSample(address = '/health-matrix') {
  const world = await startOwnerWorld();
  await openOwnerPage(address);
  await click('Try it with sample data');
  await seen(page.getByText('Sample data: nothing is saved or sent'));
  return world;
}

test('closed, the page says how much is sealed and offers a sample; nothing of the sample is sent', async () => {
  const { backend } = await openSample();
  await seen(page.getByRole('heading', { name: 'Days by measures' }));
  await seen(page.getByRole('columnheader', { name: /Steps/ }));
  const sent = backend.calls.filter(({ method, path }) => method !== 'GET' && /health_months|write_vault/.test(path));
  await click('Leave the sample');
  await seen(page.getByRole('button', { name: 'Try it with sample data' }));
  expect(sent).toEqual([]);
});

test('locked, the page asks how many values wait from a phone, says it once that is answered, and opens none of them', async () => {
  const { backend } = await startOwnerWorld();
  const { promise, release } = held<undefined>();
  backend.on('POST /rest/v1/rpc/health_feed_state', async () => {
    await promise;
    return { json: { public_key: null, waiting: 1, last_at: null, keys: [], tokens: [] } };
  });
  await openOwnerPage('/health-matrix');
  await seen(page.getByRole('button', { name: 'Try it with sample data' }));
  await eventually(() => expect(backend.callsOf('POST /rest/v1/rpc/health_feed_state')).toHaveLength(1));
  expect(page.getByText(/from your phone/).elements()).toEqual([]);
  release(undefined);
  await seen(page.getByText('1 value waits from your phone.'));
  expect(await accessibilityFaults('the locked page with a value that waits')).toEqual([]);
  expect(backend.callsOf('POST /rest/v1/rpc/health_feed_values')).toEqual([]);
});

test('a check-in is kept, shown on its day, and taken back', async () => {
  await openSample('/health-matrix#checkin');
  const dialog = page.getByRole('dialog', { name: 'Check in' });
  await seen(dialog);
  await dialog.getByRole('group', { name: 'Mood' }).getByLabelText('5').click({ force: true });
  await fill('Note', 'canary', dialog);
  await click('Keep', dialog);
  await gone(dialog);
  await toastSaid('Checked in');
  await page.getByRole('button', { name: dateLabel(today, 'short'), exact: true }).click();
  await seen(page.getByRole('dialog').getByText('canary'));
  expect(document.querySelector('.toast')?.textContent ?? '').not.toContain('canary');
  await press('{Escape}');
  await press('u');
  await toastSaid('Undone');
});

test('a value is typed into a day, refused where no body has it, and leads to its trend', async () => {
  await openSample();
  await page.getByRole('button', { name: dateLabel(today, 'short'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Add a value').selectOptions('weight');
  await fill('Value', '7000', dialog);
  await click('Add', dialog);
  await seen(dialog.getByText('A number from 2 to 500.'));
  await fill('Value', '80,5', dialog);
  await click('Add', dialog);
  await seen(dialog.getByText('80.5 kg'));
  await seen(dialog.getByText('typed'));
  await dialog.getByRole('link', { name: 'Weight' }).click();
  await seen(page.getByRole('img', { name: /^Weight of \d+ days/ }));
  await page.getByLabelText('Time').selectOptions('365');
  await seen(page.getByRole('img', { name: /^Weight of 120 days/ }));
});

test('an export of Apple Health is read in the Worker, shown before it is taken, and adds nothing the second time', async () => {
  await openSample();
  const record = `<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" startDate="2019-03-01 07:00:00 +0100" endDate="2019-03-01 07:00:00 +0100" value="74.2"/>`;
  const archive = zipSync({ 'apple_health_export/exportar.xml': strToU8(`<HealthData>${record}<Record type="HKOther"/></HealthData>`) });
  const choose = async () => {
    await chooseFromMenu('Import');
    await page
      .getByRole('dialog')
      .getByLabelText('File')
      .upload(new File([archive as Uint8Array<ArrayBuffer>], 'export.zip'));
  };
  await choose();
  const dialog = page.getByRole('dialog', { name: 'Import health' });
  await seen(dialog.getByText('export.zip: Apple Health, 2 records, 0 workouts, 0 summaries'));
  await seen(dialog.getByText('New: 1'));
  await seen(dialog.getByText('Left out: 1 kind'));
  await click('Import 1', dialog);
  await gone(dialog);
  await toastSaid('1 record imported');
  await choose();
  await seen(dialog.getByText('There already: 1'));
  await dialog.getByLabelText('File').upload(new File(['no archive'], 'export.zip'));
  await seen(dialog.getByText('export.zip has no date column with measures beside it in its header row.'));
});

test('a table that was exported adds nothing, and one of another kind is read by its headings', async () => {
  const files = catchFiles();
  await openSample();
  await chooseFromMenu('Export');
  await page.getByLabelText('CSV: days by measures, for a spreadsheet').click();
  await click('Save the file');
  await expect.poll(() => files.length).toBe(1);
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Export health' }));
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import health' });
  await dialog.getByLabelText('File').upload(new File([files[0]?.content ?? ''], 'health.csv'));
  await seen(dialog.getByText('There already: 120'));
  await seen(dialog.getByText('New: 0'));
});

test('everything leaves as JSON, which adds nothing here; a broken one and one of another kind are refused whole', async () => {
  const files = catchFiles();
  await openSample();
  await chooseFromMenu('Export');
  await click('Save the file');
  await expect.poll(() => files.map(({ name }) => name)).toEqual([`health-${today}.json`]);
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Export health' }));
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import health' });
  const choose = (text: BlobPart, name: string) => dialog.getByLabelText('File').upload(new File([text], name));
  await choose(files[0]?.content ?? '', 'health.json');
  await seen(dialog.getByText('health.json: Health, JSON'));
  await seen(dialog.getByText('New: 0'));
  await choose('{"format":', 'cut.json');
  await seen(dialog.getByText('cut.json ends early or is damaged: it is not valid JSON. Nothing was imported.'));
  await choose('{}', 'other.json');
  await seen(dialog.getByText('other.json is not an export of Health Matrix.'));
});

test('by / notes, dates, measures and workouts are found, and lead to their day or trend', async () => {
  await openSample();
  const search = page.getByLabelText('Search', { exact: true });
  const found = page.getByRole('region', { name: 'Found' });
  await press('/');
  await focused(search);
  await search.fill('a cold');
  await seen(found.getByText('3 found.'));
  const first = dateLabel(addDays(today, -6), 'short');
  await click(`${first} ${addDays(today, -6).slice(0, 4)}`, found);
  await seen(page.getByRole('dialog').getByText('A cold.'));
  await press('{Escape}');
  await gone(page.getByRole('dialog'));
  await search.fill('running');
  await seen(found.getByRole('region', { name: 'Workouts' }));
  await search.fill('nothing like it');
  await seen(found.getByText('No results.'));
  await search.fill('resting');
  await found.getByRole('link', { name: 'Resting heart rate' }).click();
  await seen(page.getByRole('img', { name: /^Resting heart rate of \d+ days/ }));
  await gone(found);
});

test('a workout is added with the route and length of a GPX file, deleted and restored', async () => {
  await openSample('/health-matrix#workouts');
  await fill('Activity', 'Canary walk');
  await fill('Minutes', '30');
  const gpx = '<gpx><trk><trkseg><trkpt lat="47.5" lon="19"/><trkpt lat="47.51" lon="19"/></trkseg></trk></gpx>';
  await page.getByLabelText('Route, a GPX file').upload(new File([gpx], 'walk.gpx'));
  await seen(page.getByText('2 places, 1.11 km.'));
  await click('Add');
  await seen(page.getByText(/30 min · 1\.11 km · 26:59 min\/km/));
  await click(`Delete Canary walk, ${today}`);
  await chooseFromMenu('Trash');
  await click(`Restore “Canary walk, ${today}”`);
  await press('{Escape}');
  await seen(page.getByRole('button', { name: `Delete Canary walk, ${today}` }));
});

test('a measure is drawn by week, with another one over it; the address keeps both, and the table has each point', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Trends', exact: true }).click();
  await page.getByLabelText('By', { exact: true }).selectOptions('Weeks');
  await page.getByLabelText('Over it').selectOptions('Sleep');
  await seen(page.getByRole('heading', { name: 'Steps and sleep' }));
  expect(location.hash).toBe('#trends=steps,90,week,sleep');
  await seen(page.getByRole('img', { name: /^Steps of \d+ weeks, .+; over it sleep, .+ h to .+ h\.$/ }));
  await page.getByText('As a table').click();
  await seen(page.getByRole('columnheader', { name: 'Days measured' }));
  expect(await accessibilityFaults('trends')).toEqual([]);
});

test('axe finds nothing on the views and dialogs', async () => {
  await openSample();
  const found = [
    ...(await accessibilityFaults('matrix')),
    ...(await dialogFaults('Check in', 'Import', 'Export', dateLabel(today, 'short'))),
  ];
  for (const name of ['Trends', 'Workouts']) {
    await page.getByRole('link', { name, exact: true }).click();
    found.push(...(await accessibilityFaults(name)));
  }
  expect(found).toEqual([]);
});
