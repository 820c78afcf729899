import { asSuperuser, type TestData } from '../support/test-data.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { openMadeVault } from './vault-steps.ts';

const keep =
  'create table private.kept as select * from public.activity_logs; create table private.kept_head as table private.activity_log_head';

/** Does to the log what only whoever has the machine can do. */
async function tamper(data: TestData, ...statements: readonly string[]): Promise<void> {
  await asSuperuser(data, [
    'begin',
    'alter table public.activity_logs disable trigger refuse_log_change',
    ...statements,
    'alter table public.activity_logs enable always trigger refuse_log_change',
    'commit',
  ]);
}

const writeBack = [
  'delete from public.activity_logs',
  'alter table public.activity_logs disable trigger chain_activity_log',
  // Columns that are made of others cannot be written.
  `do $$ declare columns constant text := (
    select string_agg(quote_ident(attname), ', ') from pg_catalog.pg_attribute
    where attrelid = 'public.activity_logs'::regclass and attnum > 0 and not attisdropped and attgenerated = '');
  begin
    execute format('insert into public.activity_logs (%1$s) select %1$s from private.kept', columns);
  end $$`,
  'alter table public.activity_logs enable trigger chain_activity_log',
  'delete from private.activity_log_head',
  'insert into private.activity_log_head select * from private.kept_head',
];

/** Makes a whole chain again from the rows that were kept, with other words in one of them: every link of it is right. */
const rewrite = [
  'delete from public.activity_logs',
  `update private.activity_log_head set sequence = 0, hash = decode(repeat('00', 32), 'hex')`,
  `insert into public.activity_logs (activity_type, activity_description, success, metadata, user_id)
    select activity_type, case when sequence = 1 then 'Nothing happened' else activity_description end, success, metadata, user_id
    from private.kept order by sequence`,
];

test('the checkpoint that the vault seals finds what the chain alone cannot, up to its own row, and no further @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await page.getByRole('link', { name: 'Security' }).first().click();
  await page.getByRole('button', { name: /^Chain/ }).click();
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Log chain' }) });
  const verify = panel.getByRole('button', { name: 'Verify chain' });
  const verdict = panel.locator('div[role="status"]');
  // The vault seals the newest row a moment after it is open.
  await expect(async () => {
    await verify.click();
    await expect(verdict).toContainText('matches the sealed checkpoint.', { timeout: 2000 });
  }).toPass();
  const sealed = Number(/Row (\d+) matches the sealed checkpoint/.exec(await verdict.innerText())?.[1]);
  const isSealed = `Row ${sealed} matches the sealed checkpoint.`;
  const unbroken = /The chain is unbroken: \d+ rows/;
  const walk = async (...sentences: readonly (string | RegExp)[]) => {
    await verify.click();
    for (const sentence of sentences) await expect(verdict).toContainText(sentence);
  };
  const later = `insert into public.activity_logs (activity_type, activity_description, user_id)
    select 'app_activity', 'Written after the checkpoint', user_id from public.activity_logs limit 1`;
  await asSuperuser(app.data, [later, keep]);
  await walk(unbroken, isSealed);

  // An edit and a removal break the chain, and the sealed row is still there.
  await tamper(app.data, `update public.activity_logs set activity_description = 'Nothing happened' where sequence = 1`);
  await walk('Row 1 was changed after it was written. The 0 rows before it are unbroken.', isSealed);
  await tamper(app.data, ...writeBack, 'delete from public.activity_logs where sequence = 1');
  await walk('Row 1 is missing: it was removed, and later rows are still there.', isSealed);

  // A tail that is cut together with the recorded end leaves a whole chain: the checkpoint alone misses its row.
  const cut = (from: number) => [
    `delete from public.activity_logs where sequence >= ${from}`,
    `update private.activity_log_head set (sequence, hash) =
      (select log.sequence, log.hash from public.activity_logs log order by log.sequence desc limit 1)`,
  ];
  await tamper(app.data, ...writeBack, ...cut(sealed));
  await walk(unbroken, `Row ${sealed}, sealed as the checkpoint, is no longer in the log.`);

  // So does a log that was written again from its first row to its last.
  await tamper(app.data, ...writeBack, ...rewrite);
  await walk(unbroken, `Row ${sealed} differs from the sealed checkpoint`);

  // What came after the checkpoint can be cut without a trace, and the page claims nothing else.
  await tamper(app.data, ...writeBack, ...cut(sealed + 1));
  await walk(unbroken, isSealed);
  await expect(page.getByText(/only a checkpoint sealed outside the database shows that, up to its own row\./)).toBeVisible();
});
