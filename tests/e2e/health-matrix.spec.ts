import { crc32 } from 'node:zlib';
import type { Page } from '@playwright/test';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

const canary = { note: 'CANARY-health-note-8841', source: 'CANARY-source-9952' };

/** What health is read by, and written with. */
const roads = ['**/rest/v1/health_months*', '**/rest/v1/rpc/write_vault*'];

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Months of health are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

const workout = `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="${canary.source}" startDate="2019-03-01 07:00:00 +0100" endDate="2019-03-01 07:30:00 +0100"/>`;
const archive = storedZip('apple_health_export/exportar.xml', `<HealthData>${workout}</HealthData>`);

/** An archive of one file, not compressed (PKWARE APPNOTE 4.3). */
function storedZip(path: string, text: string): Buffer {
  const [name, content] = [Buffer.from(path), Buffer.from(text)];
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, content]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end]);
}

test('a check-in is kept offline, waits sealed over a lock and a reload, and an export is imported once and taken back; a lock leaves no word of it @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/health-matrix');
  await unlock(page);
  await expect(page.getByRole('heading', { name: 'Nothing is known yet' })).toBeVisible();

  for (const road of roads) await page.route(road, (route) => route.abort());
  await page.getByRole('button', { name: 'Check in' }).first().click();
  const form = page.getByRole('dialog', { name: 'Check in' });
  await form.getByLabel('Note').fill(canary.note);
  await form.getByRole('button', { name: 'Keep' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(/change.? waits? in this browser/)).toBeVisible();
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Months of health are locked' })).toBeVisible();
  expect(await leaks.find(Object.values(canary))).toEqual([]);
  await page.reload();
  for (const road of roads) await page.unroute(road);
  await unlock(page);
  await expect(page.getByText('Saved.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Import health' });
  const choose = async () => {
    await chooseFromMenu(page, 'Import');
    await dialog.getByLabel('File').setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: archive });
  };
  await choose();
  await expect(dialog.getByText('export.zip: Apple Health, 0 records, 1 workout, 0 summaries')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await page.getByRole('link', { name: 'Workouts' }).click();
  await expect(page.getByText(canary.source)).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
  await choose();
  await expect(dialog.getByText('There already: 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await chooseFromMenu(page, 'Undo');
  await expect(page.getByText(canary.source)).toBeHidden();
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Months of health are locked' })).toBeVisible();
  expect(await leaks.find(Object.values(canary))).toEqual([]);
});
