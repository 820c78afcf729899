import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults, dialogFaults } from '../../../web/app/testing/axe-findings.ts';
import { brokenFigures } from '../../../web/app/testing/broken-figures.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import {
  bySelector,
  catchFiles,
  chooseFromMenu,
  click,
  counted,
  eventually,
  fill,
  gone,
  press,
  says,
  seen,
  textOf,
  textsOf,
  toastSaid,
} from '../../../web/app/testing/steps.ts';

const ledger = () => page.getByRole('list', { name: 'Ledger' });
const row = (text: string | RegExp) => ledger().getByRole('listitem').filter({ hasText: text }).first();
const opener = (text: string | RegExp) => row(text).getByRole('button');
/** The entry that has the focus. */
const active = () => document.activeElement?.closest('li')?.textContent ?? '';

/** The page with its sample, which lives in memory alone: what the vault has to do with it, journeys test. */
async function openSample(): Promise<void> {
  await startOwnerWorld();
  await openOwnerPage('/wealth-ai');
  await click('Try it with sample data');
  await seen(ledger());
}

/** A file chosen in the import's dialog. */
async function chooseFile(name: string, text: string): Promise<void> {
  await chooseFromMenu('Import');
  await page.getByLabelText('File').upload(new File([text], name));
}

test('the ledger goes by keys: down, up, open, cleared and open again, deleted and taken back', async () => {
  await openSample();
  await seen(page.getByText(/^(?:Everyday accounts|On track: your lowest balance in the next 30 days is) /));
  await press('j');
  await expect.poll(active).not.toBe('');
  const first = active();
  await press('{ArrowDown}');
  await expect.poll(active).not.toBe(first);
  await press('k');
  await expect.poll(active).toBe(first);
  await press('c');
  await expect.poll(active).toContain('open');
  await press('c');
  await expect.poll(active).not.toContain('open');
  const before = textOf(page.getByRole('status').filter({ hasText: 'entries' }));
  await press('x');
  await expect.poll(() => textOf(page.getByRole('status').filter({ hasText: 'entries' }))).not.toBe(before);
  // The next one has the focus.
  await expect.poll(active).not.toBe('');
  expect(active()).not.toBe(first);
  await press('u');
  await expect.poll(() => textOf(page.getByRole('status').filter({ hasText: 'entries' }))).toBe(before);
  await press('{Enter}');
  await seen(page.getByRole('dialog', { name: 'Entry' }));
});

test('a typed line is an entry, a split one comes to its amount or says what is left, and search finds both', async () => {
  await openSample();
  await fill('New entry', '12.50 Canary coffee #Food');
  await seen(page.getByText('Canary coffee: −12.50 EUR', { exact: false }));
  await press('{Enter}');
  await seen(row('Canary coffee'));
  await opener('Canary coffee').click();
  const form = page.getByRole('dialog', { name: 'Entry' });
  await click('Split it', form);
  await fill('Category 1', 'Food', form);
  await fill('Amount 1', '-10', form);
  await fill('Category 2', 'Fun', form);
  await fill('Amount 2', '-2', form);
  await click('Save', form);
  await seen(form.getByText('The parts leave −0.50 of the amount.'));
  await fill('Amount 2', '-2.50', form);
  await click('Save', form);
  await gone(form);
  await says(row('Canary coffee'), 'Split: Food −10.00, Fun −2.50');
  await fill('Search', 'fun -2.50');
  await counted(ledger().getByRole('listitem'), 1);
});

test('a statement is shown before it is taken, proves itself, and adds nothing the second time', async () => {
  await openSample();
  const csv = 'Date,Payee,Amount,Balance\n2026-03-01,Bus,-2.50,97.50\n2026-03-01,Bus,-2.50,95.00\n2026-02-30,Never,-1,0\n';
  await chooseFile('march.csv', csv);
  const dialog = page.getByRole('dialog', { name: 'Import' });
  // The file names no account: nothing is chosen, and nothing can be taken.
  await seen(dialog.getByText('Nothing is imported yet.'));
  await seen(dialog.getByRole('region', { name: 'In the file' }).getByText('In the file: 2'));
  await gone(dialog.getByRole('button', { name: /^Import \d/ }));
  const into = dialog.getByLabelText(/Into$/);
  await into.selectOptions('Savings, EUR');
  const fates = () => textsOf(dialog.getByRole('heading', { level: 3 }));
  await eventually(() => expect(fates()).toEqual(['New: 2', 'There already: 0', 'Not taken: 1']));
  await says(dialog.getByRole('region', { name: 'New' }), '22026-03-01 Bus−2.50');
  await seen(dialog.getByText(/Its date “2026-02-30” is not a date that exists/));
  await seen(dialog.getByText(/Proven: opening balance/));
  await click('Import 2', dialog);
  await gone(dialog);
  await toastSaid('2 new, 0 changed. Undo reverts everything.');
  await chooseFile('march.csv', csv);
  await into.selectOptions('Savings, EUR');
  await eventually(() => expect(fates()).toEqual(['New: 0', 'There already: 2', 'Not taken: 1']));
  await says(dialog.getByRole('region', { name: 'There already' }), '32026-03-01 Bus−2.50');
  await press('{Escape}');
  await gone(dialog);
  // The toast takes back this import alone, whatever was done since.
  await fill('New entry', '1 Canary after it');
  await press('{Enter}');
  await seen(row('Canary after it'));
  await page.getByRole('status').filter({ hasText: 'Imported' }).getByRole('button', { name: 'Undo' }).click();
  await toastSaid('Import undone');
  await seen(row('Canary after it'));
  await fill('Search', 'bus 2026-03-01');
  await seen(page.getByText('No entries match.'));
  await chooseFile('broken.ofx', '<OFX><!ENTITY x "y"></OFX>');
  await seen(dialog.getByText(/was not read/));
  await press('{Escape}');
  await gone(dialog);
  await chooseFile('cut.ofx', '<OFX><STMTRS><BANKTRANLIST><STMTTRN><TRNAMT>-30');
  await seen(dialog.getByText(/^This file ends early, at line 1/));
});

test('a statement of another number begins an account, its proof is asked again after a change, and the ledger says so', async () => {
  await openSample();
  const entry = (day: string, minor: string) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${minor}<FITID>${day}<NAME>Kiosk</STMTTRN>`;
  const camt = (number: string, currency: string) =>
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${number}</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">100</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">91</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Ntry><Amt Ccy="${currency}">9</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2024-01-31</Dt></BookgDt><AddtlNtryInf>Kiosk</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await chooseFile(
    'yen.ofx',
    `<OFX><STMTRS><CURDEF>JPY<BANKACCTFROM><ACCTID>EU9</BANKACCTFROM><BANKTRANLIST>${entry('20240131', '-1200')}</BANKTRANLIST></STMTRS></OFX>`,
  );
  await seen(dialog.getByText('−1,200', { exact: true }));
  await dialog.getByLabelText(/Into$/).selectOptions('Savings, EUR');
  await seen(dialog.getByText(/^The statement is in JPY, and this account in EUR/));
  await seen(dialog.getByText('−1,200 JPY'));
  await press('{Escape}');
  await gone(dialog);
  await chooseFile('january.xml', camt('CH9300762011623852957', 'CHF'));
  await seen(dialog.getByText(/^Proven: opening balance/));
  await click('Import 1', dialog);
  await gone(dialog);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await seen(page.getByText('Account …2957, 2024-01-31 to 2024-01-31'));
  await seen(page.getByText('Proven', { exact: true }));
  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByLabelText('Account').selectOptions('Account …2957');
  await seen(page.getByText('With an opening balance of 100.00 CHF from 2024-01-31 on.'));
  await opener('Kiosk').click();
  const form = page.getByRole('dialog', { name: 'Entry' });
  await fill('Amount', '-11.39', form);
  await click('Save', form);
  const words = 'No longer proven: opening balance + entries are 2.39 CHF less than the closing balance.';
  await seen(page.getByText(`Account …2957, 2024-01-31 to 2024-01-31. ${words}`));
  await page.getByRole('link', { name: 'Accounts' }).click();
  await seen(page.getByText(words));
  await seen(page.getByText('“Kiosk”, 2024-01-31, −11.39 CHF: the statement has it on 2024-01-31 with −9.00 CHF.'));
  await chooseFromMenu('Undo');
  await seen(page.getByText('Proven', { exact: true }));
});

test('an amount with more decimals than its currency says how many that has', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await click('Add an account');
  const form = page.getByRole('dialog', { name: 'New account' });
  await fill('Name', 'Yen', form);
  await fill('Currency', 'JPY', form);
  await fill('Opening balance', '3000.55', form);
  await click('Add account', form);
  await seen(form.getByText('JPY has no decimals.'));
});

test('the forecast names its low point, and what comes regularly is found and scheduled', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Forecast' }).click();
  await seen(page.getByText(/^Lowest on [A-Z]\w+day/));
  await click('Schedule it: “Verkehrsbetriebe”');
  await gone(page.getByRole('button', { name: 'Schedule it: “Verkehrsbetriebe”' }));
  await seen(page.getByRole('button', { name: /Verkehrsbetriebe/ }));
});

test('envelopes count from the day that the owner says, and a target says what it needs until it is put in', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Envelopes' }).click();
  await seen(page.getByText(/^Counted from \d{4}-\d\d-01, with the /));
  await page.getByRole('button', { name: 'Set a target for Power' }).click();
  const form = page.getByRole('dialog', { name: 'Target of Power' });
  await fill('Amount, EUR', '0', form);
  await click('Save', form);
  await seen(form.getByText('Enter an amount above zero.'));
  await fill('Amount, EUR', '60.00', form);
  await click('Save', form);
  await gone(form);
  await seen(page.getByRole('button', { name: '60.00\u00a0EUR each month: 5.10\u00a0EUR still to put in this month.' }));
  await page.getByRole('button', { name: /^Put in / }).click();
  await seen(page.getByRole('button', { name: '60.00\u00a0EUR each month: put in.' }));
  await click('Change');
  const start = page.getByRole('dialog', { name: 'Start of the envelopes' });
  await click('Count everything', start);
  await seen(page.getByText('Everything counts, from the first entry on.'));
  await click('Start from today’s balance');
  await click('Save', start);
  await gone(start);
  await seen(page.getByText(/^Counted from /));
});

test('a column of the spending and a category lead to the entries that they are of, and every figure is in a table', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Spending' }).click();
  const columns = page.getByRole('list', { name: 'Spent by month' }).getByRole('button');
  await counted(columns, 12);
  await columns.nth(10).click();
  const table = page.getByRole('region', { name: 'Spending by category' });
  await table.getByRole('button', { name: 'Groceries' }).click();
  const part = page.getByRole('list', { name: 'Groceries by month' }).getByRole('button').nth(10);
  const [, figure = ''] = /: (\S+) EUR$/.exec(part.element().getAttribute('aria-label') ?? '') ?? [];
  const heading = page.getByRole('heading', { name: /^Groceries in / });
  expect(textOf(heading)).toContain(figure);
  await counted(ledger().getByRole('listitem'), 4);
  await seen(table.getByRole('row', { name: /Groceries/ }).getByText(figure));
  await click('All categories');
  await seen(page.getByRole('heading', { name: /^Spent in / }));
  await page.getByText('By category and month').click();
  await counted(page.getByRole('region', { name: 'Spending by category and month' }).getByRole('row'), 13);
});

test('a rule that was learnt is shown, changed, said where it decides, and leaves what the owner chose', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Rules' }).click();
  const rules = page.getByRole('list', { name: 'Rules' });
  const rule = rules.getByRole('listitem').filter({ hasText: '“Markthalle” → Groceries' });
  await says(rule, 'learnt from your last 3 entries');
  await rule.getByRole('button').click();
  const form = page.getByRole('dialog', { name: 'Rule' });
  await fill('Category', 'Market food', form);
  await click('Save', form);
  await gone(form);
  await seen(rules.getByText('“Markthalle” → Market food'));
  await click('Add a rule');
  const split = page.getByRole('dialog', { name: 'New rule' });
  await fill('Payee', 'Canary house', split);
  await click('Split it', split);
  await fill('Category 1', 'Rent', split);
  await fill('Percent 1', '80', split);
  await fill('Category 2', 'Power', split);
  await fill('Percent 2', '30', split);
  await click('Add rule', split);
  await seen(split.getByText('The parts leave −10\u00a0% of the amount.'));
  await fill('Percent 2', '20', split);
  await click('Add rule', split);
  await gone(split);
  await seen(rules.getByText('Contains “Canary house” → Rent 80\u00a0%, Power 20\u00a0%'));
  await page.getByRole('link', { name: 'Ledger' }).click();
  await fill('New entry', '9.99 Canary house');
  await seen(page.getByText('Split: Rent −7.99, Power −2.00 by rule “Canary house”', { exact: false }));
  await fill('New entry', '8 Markthalle');
  await seen(page.getByText('Market food by rule “Markthalle”', { exact: false }));
  await press('{Enter}');
  await opener(/Markthalle.*Market food/).click();
  const entry = page.getByRole('dialog', { name: 'Entry' });
  await seen(entry.getByText('Sorted by rule “Markthalle”.'));
  await fill('Category', '', entry);
  await click('Save', entry);
  await gone(entry);
  await page.getByRole('link', { name: 'Rules' }).click();
  await gone(page.getByRole('button', { name: /^Sort / }));
  await chooseFile('more.csv', 'Date,Payee,Amount\n2026-03-01,Markthalle,-2.50\n');
  await page.getByRole('dialog', { name: 'Import' }).getByLabelText(/Into$/).selectOptions('Savings, EUR');
  await seen(page.getByText('2026-03-01 Markthalle · Market food by rule “Markthalle”'));
  await click('Import 1');
  await says(rules.getByRole('listitem').filter({ hasText: 'Market food' }), 'decided 1 entry');
});

test('what is scheduled is expected in the ledger, and confirmed or skipped there', async () => {
  await openSample();
  await page.getByRole('link', { name: 'Forecast' }).click();
  await click('Add');
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await fill('Payee', 'Canary bill', form);
  await fill('Amount', '-12.34', form);
  await form.getByLabelText('Unit').selectOptions('days');
  await click('Split it', form);
  await fill('Category 1', 'Power', form);
  await fill('Amount 1', '-12', form);
  await fill('Category 2', 'Fun', form);
  await fill('Amount 2', '-0.30', form);
  await click('Add schedule', form);
  await seen(form.getByText('The parts leave −0.04 of the amount.'));
  await fill('Amount 2', '-0.34', form);
  await click('Add schedule', form);
  await gone(form);
  await page.getByRole('link', { name: 'Ledger' }).click();
  const expected = page.getByRole('list', { name: 'Expected' });
  const bills = expected.getByRole('listitem').filter({ hasText: 'Canary bill' });
  await counted(bills, 8);
  await bills
    .first()
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await seen(row('Canary bill'));
  await says(row('Canary bill'), 'open');
  await says(row('Canary bill'), 'Split: Power −12.00, Fun −0.34');
  // An entry is what a schedule wants of any day up to five days away.
  await counted(bills, 2);
  await bills.last().getByRole('button', { name: /^Skip/ }).click();
  await counted(bills, 1);
});

test('a card is paid by a transfer of what is owed, which changes no envelope', async () => {
  await openSample();
  await page.getByLabelText('Account').selectOptions('Card');
  await click('Pay the card');
  const form = page.getByRole('dialog', { name: 'Pay the card' });
  await click('Add transfer', form);
  await gone(form);
  await says(row('From Current account'), 'Transfer');
  await says(row('From Current account'), 'Balance 0.00');
  await click('Transfer');
  const transfer = page.getByRole('dialog', { name: 'Transfer' });
  await transfer.getByLabelText('To').selectOptions('Card, EUR');
  await click('Add transfer', transfer);
  await seen(transfer.getByText('Choose two accounts.'));
  await seen(transfer.getByText('Enter an amount above zero.'));
});

test('a budget of YNAB comes with its accounts, entries, splits and envelopes, and again it adds nothing', async () => {
  await openSample();
  const register = [
    'Account,Flag,Date,Payee,Category Group,Category,Memo,Outflow,Inflow,Cleared',
    'Moved,,13/02/2024,Canary shop,Needs,Food,Split (1/2) bread,€50.50,€0.00,Cleared',
    'Moved,,13/02/2024,Canary shop,Fun,Cake,Split (2/2) cake,€9.50,€0.00,Cleared',
  ].join('\n');
  const plan = 'Month,Category Group,Category,Assigned,Activity,Available\nFeb 2024,Needs,Food,€100.00,-€50.50,€49.50\n';
  const archive = zipSync({ 'B - Register.csv': strToU8(`${register}\n`), 'B - Plan.csv': strToU8(plan) });
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const choose = async () => {
    await chooseFromMenu('Import');
    await page.getByLabelText('File').upload(new File([archive.slice()], 'budget.zip'));
  };
  await choose();
  await dialog.getByLabelText(/Into$/).selectOptions('A new account');
  const plans = dialog.getByRole('region', { name: 'Put into envelopes' });
  await says(plans, '2024-02 Food100.00');
  await seen(dialog.getByText('2024-02-13 Canary shop · Food −50.50, Cake −9.50'));
  await click('Import 2', dialog);
  await gone(dialog);
  await says(row('Canary shop'), 'Split: Food −50.50, Cake −9.50');
  await choose();
  // Its lines say which account it is.
  await eventually(() =>
    expect(textsOf(dialog.getByRole('heading', { level: 3 }))).toEqual(
      ['New: 0', 'There already: 1', 'Not taken: 0'].concat(['New: 0', 'There already: 1', 'Not taken: 0']),
    ),
  );
});

test('many entries are changed at once and taken back in one step, by keys, with Shift, and in a mode for the thumb', async () => {
  await openSample();
  const rows = ledger().getByRole('listitem').elements();
  const texts = () => rows.map((one) => one.textContent ?? '');
  const before = texts();
  const titles = ledger().getByRole('button');
  const bar = page.getByRole('region', { name: 'Chosen entries' });
  await press('j');
  await expect.poll(active).not.toBe('');
  await press(' ');
  await seen(bar.getByText(/^1 chosen, /));
  await titles.nth(3).click({ modifiers: ['Shift'] });
  await seen(bar.getByText(/^4 chosen, /));
  await titles.nth(1).click();
  await seen(bar.getByText(/^3 chosen, /));
  await click('Payee', bar);
  await fill('Payee', 'Canary of many', page.getByRole('dialog', { name: 'Payee of 3 entries' }));
  await press('{Enter}');
  await toastSaid('3 entries changed');
  await expect.poll(() => texts().filter((text) => text.includes('Canary of many')).length).toBe(3);
  await click('Split', bar);
  const halves = page.getByRole('dialog', { name: 'Split 3 entries' });
  await fill('Category 1', 'Canary half', halves);
  expect(await accessibilityFaults('splitting')).toEqual([]);
  await click('Split 3 entries', halves);
  await toastSaid('2 entries changed. Left as they are: 1 a transfer');
  await expect.poll(() => texts().filter((text) => text.includes('Split: Canary half')).length).toBe(2);
  await click('Done', bar);
  await gone(bar);
  await press('u');
  await press('u');
  await expect.poll(texts).toEqual(before);
  await page.viewport(390, 844);
  await click('Choose several');
  await titles.nth(0).click();
  await titles.nth(2).click();
  await seen(bar.getByText(/^2 chosen, /));
  // Above the bar at the foot of a phone.
  await eventually(() => expect(bar.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844 - 56));
  expect(await accessibilityFaults('choosing')).toEqual([]);
  await click('Delete', bar);
  await toastSaid('2 entries deleted');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await seen(page.getByText(before[0]?.slice(0, 10) ?? '').first());
});

test('on a phone the category of a part has the whole width, so that its name is read', async () => {
  await openSample();
  await page.viewport(390, 844);
  await click('Choose several');
  await ledger().getByRole('button').nth(0).click();
  await click('Split', page.getByRole('region', { name: 'Chosen entries' }));
  const dialog = page.getByRole('dialog', { name: /^Split/ });
  const widthOf = (label: string) => dialog.getByLabelText(label).element().getBoundingClientRect().width;
  await eventually(() => expect(widthOf('Category 1')).toBeGreaterThan(240));
});

test('an account is reconciled where the bank says the same', async () => {
  await openSample();
  await page.getByLabelText('Account').selectOptions('Savings');
  await click('Reconcile');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await fill('Balance at the bank', '1', dialog);
  await seen(dialog.getByText(/An entry is missing/));
  const balance = textOf(bySelector('dialog .money-figure'));
  await fill('Balance at the bank', balance, dialog);
  await seen(dialog.getByText(/^Equal/));
  await click('Reconcile', dialog);
  await gone(dialog);
});

test('it is exported as JSON, CSV and a journal', async () => {
  await openSample();
  const files = catchFiles();
  await chooseFromMenu('Export');
  for (const name of [/^JSON/, /^CSV/, /^Journal/]) {
    await page.getByLabelText(name).click();
    await click('Save the file');
  }
  await expect.poll(() => files.map(({ name }) => name.split('.').at(-1))).toEqual(['json', 'csv', 'journal']);
  const journal = await files[2]?.content.text();
  expect(journal).toContain('assets:Current account  EUR 1842.10');
});

test.for(['Ledger', 'Spending', 'Forecast', 'Envelopes', 'Rules', 'Accounts'])(
  'axe finds nothing on the view %s, and nothing is wider than 320 px',
  async (view) => {
    await openSample();
    await page.getByRole('link', { name: view, exact: true }).click();
    await seen(page.getByRole('heading', { level: 2 }).first());
    expect(await accessibilityFaults(view)).toEqual([]);
  },
);

test('the ledger fits a window of 768 px, and tells the day of each entry on a phone', async () => {
  await openSample();
  await page.viewport(768, 900);
  // Of several accounts in one list no balance runs on.
  await gone(page.getByText('Balance', { exact: true }));
  await page.getByLabelText('Account').selectOptions('Current account');
  await seen(page.getByText('Balance', { exact: true }).first());
  await eventually(() => expect(bySelector('.ledger-head').element().getBoundingClientRect().right).toBeLessThanOrEqual(768 - 16));
  await page.viewport(390, 844);
  await seen(
    ledger()
      .getByText(/^\d{4}-\d\d-\d\d$/)
      .first(),
  );
});

test.for(['Ledger', 'Spending', 'Forecast', 'Envelopes', 'Rules', 'Accounts'])(
  'no figure of the view %s is cut by a line break on a phone, large amounts neither',
  async (view) => {
    await openSample();
    await fill('New entry', '+1234567.89 Canary inheritance #Income');
    await press('{Enter}');
    await fill('New entry', '331246.30 Canary house #Housing');
    await press('{Enter}');
    await seen(row('Canary house'));
    await page.getByRole('link', { name: view, exact: true }).click();
    await seen(page.getByRole('heading', { level: 2 }).first());
    // With another font lines break elsewhere.
    await document.fonts.ready;
    for (const width of [390, 320]) {
      await page.viewport(width, 844);
      await eventually(() => expect(document.documentElement.clientWidth).toBe(width));
      await eventually(() => expect([brokenFigures(), document.documentElement.scrollWidth]).toEqual([[], width]));
    }
  },
);

test('axe finds nothing with each dialog open', async () => {
  await openSample();
  expect(await dialogFaults('New entry', 'Import', 'Export')).toEqual([]);
});
