import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, dateLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { accessibilityFaults, dialogFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, fill, focused, gone, press, seen, toastSaid } from '../../../web/app/testing/steps.ts';
import { monthOf } from './evidence/evidence.ts';
import { editsOfMarks, monthId } from './habit-edits.ts';
import captureHabit from './live/capture.ts';
import { mark } from './mark.ts';

const today = dayOf(new Date());
const defaults = {
  question: '',
  notes: '',
  kind: 'check',
  unit: '',
  target_value: 0,
  target_type: 'at_least',
  freq_num: 1,
  freq_den: 1,
  color: 8,
  habit_group: null,
  reminder_time: null,
  evidence: null,
  evidence_tag: null,
  archived_at: null,
};
const ids = [
  '10000000-0000-4000-8000-000000000001',
  '10000000-0000-4000-8000-000000000002',
  '10000000-0000-4000-8000-000000000003',
] as const;
const given = [
  { ...defaults, id: ids[0], name: 'Walk', position: 1 },
  { ...defaults, id: ids[1], name: 'Read', kind: 'count', unit: 'pages', target_value: 12, position: 2 },
  { ...defaults, id: ids[2], name: 'Publish', evidence: 'tasks', position: 3 },
];

/** The page with these habits, of which the first was done on the three days before today, and a task that was finished today. */
async function openHabits(rows: readonly Readonly<Record<string, unknown>>[] = given, address = '/habit-forge') {
  const world = await startOwnerWorld({
    tasks: [{ title: 'Post', status: 'done', tags: [], completed_at: new Date().toISOString(), position: 0, priority: 0, notes: '' }],
  });
  const habits = world.backend.table('habits', rows, { fresh: () => defaults });
  const days = [1, 2, 3].map((back) => ({ habitId: ids[0], day: addDays(today, -back), value: mark.yes }));
  const { blank, write } = editsOfMarks(rows.length === 0 ? [] : days, [], new Date());
  const months = world.backend.table(
    'habit_months',
    blank.map(({ id, values }) => ({ ...values, ...write.find((one) => one.id === id)?.values, id })),
  );
  await openOwnerPage(address);
  await seen(page.getByText('Saved.'));
  return { ...world, habits, months };
}

/** A habit's cell of a day, by what it says. */
const cell = (name: string, words: string | RegExp, day = today) =>
  page.getByRole('button', { name: new RegExp(`^${name}, ${dateLabel(day)}: ${words instanceof RegExp ? words.source : words}$`) });

const markToday = (months: { readonly rows: () => readonly Readonly<Record<string, unknown>>[] }, habitId: string) => {
  const row = months.rows().find(({ id }) => id === monthId(habitId, monthOf(today)));
  return (row?.['marks'] as readonly number[] | undefined)?.[Number(today.slice(8)) - 1];
};

test('the week is marked by the keys: space does and takes back, s skips, a digit begins a number', async () => {
  const { months } = await openHabits();
  await cell('Walk', 'no mark').click();
  await seen(cell('Walk', 'done'));
  await focused(cell('Walk', 'done'));
  await press(' ');
  await seen(cell('Walk', 'no mark'));
  await press('s');
  await seen(cell('Walk', 'skipped'));
  await expect.poll(() => markToday(months, ids[0])).toBe(mark.skip);
  await press('{ArrowDown}');
  await focused(cell('Read', 'no mark'));
  await press('7');
  await seen(page.getByRole('dialog', { name: 'Read' }));
  await press('.5', '{Enter}');
  await seen(cell('Read', '7.5 pages, below the target'));
  await expect.poll(() => markToday(months, ids[1])).toBe(7500);
  await press('u');
  await toastSaid('Undone');
  await seen(cell('Read', 'no mark'));
});

test('the last seven days stand on a phone, today at the edge; nothing of the future is shown, and earlier days are a key away', async () => {
  await openHabits();
  await seen(cell('Walk', 'no mark'));
  const days = [...document.querySelectorAll('[role="columnheader"] .sr-only')].map((head) => head.textContent);
  expect(days).toEqual([6, 5, 4, 3, 2, 1, 0].map((ago) => dateLabel(addDays(today, -ago))));
  await cell('Walk', 'no mark').click();
  await press(' ', '{ArrowRight}');
  await seen(page.getByText('That day has not come yet.'));
  await press('{PageUp}');
  await seen(cell('Walk', 'no mark', addDays(today, -7)));
  await press('{PageDown}');
  await seen(cell('Walk', 'no mark'));
});

test('habits stand under their groups, and Alt with an arrow moves one within its own', async () => {
  const grouped = given.map((row, index) => ({ ...row, habit_group: index === 1 ? null : 'Body' }));
  const { habits } = await openHabits(grouped);
  const order = () =>
    [...document.querySelectorAll('[role="rowheader"]')].map((head) => head.querySelector('a')?.textContent ?? head.textContent);
  await expect.poll(order).toEqual(['Body', 'Walk', 'Publish', 'Read']);
  await page.getByRole('button', { name: new RegExp(`^Publish, ${dateLabel(addDays(today, -1))}`) }).click();
  await press('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(order).toEqual(['Body', 'Publish', 'Walk', 'Read']);
  await press('{Alt>}{ArrowUp}{/Alt}');
  await seen(page.getByText('It is the first here.'));
  await expect.poll(() => habits.rows().find(({ id }) => id === ids[2])?.['position']).toBe(0);
  await page.getByRole('link', { name: 'Publish' }).click();
  await click('Move down');
  await seen(page.getByText('Moved down.'));
});

test('a tick says which other records it came from, and what is marked by hand counts first', async () => {
  await openHabits();
  await cell('Publish', 'done, from finished tasks').click();
  await seen(cell('Publish', 'done'));
  await press('0');
  await seen(cell('Publish', 'not done'));
  await page.getByRole('link', { name: 'Publish' }).click();
  await seen(page.getByRole('heading', { name: 'Where its ticks come from' }));
  await seen(page.getByText('marked by hand'));
});

test('a habit is added, edited, archived, deleted and restored; what is wrong is said at its field', async () => {
  const { habits } = await openHabits([], '/habit-forge#add');
  const dialog = page.getByRole('dialog', { name: 'New habit' });
  await click('Add habit', dialog);
  await seen(dialog.getByText('Enter a name.'));
  await fill('Name', 'Practise', dialog);
  await fill('How many times', '9', dialog);
  await fill('Within how many days', '7', dialog);
  await click('Add habit', dialog);
  await seen(dialog.getByText('At most once a day: no more times than days.'));
  await fill('How many times', '3', dialog);
  await fill('Remind me at', '08:30', dialog);
  await click('Add habit', dialog);
  await gone(dialog);
  await expect.poll(() => habits.rows()).toMatchObject([{ name: 'Practise', freq_num: 3, freq_den: 7, reminder_time: '08:30:00' }]);
  await page.getByRole('link', { name: 'Practise' }).click();
  await click('Archive');
  await click('Show in the week again');
  await click('Delete');
  await chooseFromMenu('Trash');
  await click('Restore “Practise”');
  await press('{Escape}');
  await seen(page.getByRole('link', { name: 'Practise' }));
});

test('a habit’s page has its score, streaks and year, and its days can be opened and noted', async () => {
  const { months } = await openHabits(given, `/habit-forge#habit=${ids[0]}`);
  await seen(page.getByRole('img', { name: /successful days in \d{4}/ }));
  await seen(page.getByRole('img', { name: /The score from .* to today: 5% then, 14% now|The score from/ }));
  await click('Open the day');
  await fill('Note', 'in the rain', page.getByRole('dialog'));
  await click('Done', page.getByRole('dialog'));
  await gone(page.getByRole('dialog'));
  await expect.poll(() => markToday(months, ids[0])).toBe(mark.yes);
  await expect.poll(() => JSON.stringify(months.rows())).toContain('in the rain');
});

test('the sample can be tried, and nothing of it is sent or kept', async () => {
  const { habits, months, backend } = await openHabits([]);
  await click('Try it with sample data');
  await seen(page.getByText('Sample data: nothing is saved or sent.'));
  await cell('Practise lock picking', /.*/).click();
  await toastSaid('').catch(() => undefined);
  await click('Leave the sample');
  await seen(page.getByText('No habit yet'));
  expect([habits.rows(), months.rows()]).toEqual([[], []]);
  expect(backend.calls.filter(({ method, path }) => method !== 'GET' && /habit/.test(path) && !/reminders/.test(path))).toEqual([]);
});

test('an archive is shown before it is taken, taken back as one step, and an export adds nothing', async () => {
  const files = catchFiles();
  const { habits } = await openHabits();
  await chooseFromMenu('Export');
  await click('Loop Habit Tracker (.zip)');
  await expect.poll(() => files.length).toBe(1);
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Export habits' }));
  const content = files[0]?.content ?? new Blob();
  await chooseFromMenu('Import');
  const dialog = page.getByRole('dialog', { name: 'Import habits' });
  await dialog.getByLabelText('File').upload(new File([content], 'habits.zip'));
  await seen(dialog.getByText('There already: 3'));
  await gone(dialog.getByRole('button', { name: /^Import \d/ }));
  await dialog.getByLabelText('File').upload(new File(['no archive'], 'habits.zip'));
  await seen(dialog.getByText('habits.zip is not a zip archive.'));
  await press('{Escape}');
  for (const name of ['Walk', 'Read', 'Publish']) {
    await page.getByRole('link', { name }).click();
    await click('Delete');
  }
  await chooseFromMenu('Import');
  await dialog.getByLabelText('File').upload(new File([content], 'habits.zip'));
  await seen(dialog.getByText('New: 3'));
  await click(/^Import \d/, dialog);
  await seen(page.getByRole('link', { name: 'Walk' }));
  await expect.poll(() => habits.rows().filter(({ deleted_at }) => deleted_at === null)).toHaveLength(3);
  await chooseFromMenu('Undo');
  await expect.poll(() => habits.rows().filter(({ deleted_at }) => deleted_at === null)).toHaveLength(0);
});

test('while the server is away habits are marked all the same, and sent when it is back', async () => {
  const { backend, months } = await openHabits();
  const answerAgain = backend.cutOff('/rest/v1/');
  await cell('Walk', 'no mark').click();
  await seen(cell('Walk', 'done'));
  await seen(page.getByText(/The server does not answer\. .* wait/));
  answerAgain();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => markToday(months, ids[0])).toBe(mark.yes);
});

test('a habit that is typed into the palette while the server is away is kept at once, and sent when it is back', async () => {
  const { backend, habits } = await openHabits();
  await seen(page.getByRole('link', { name: 'Walk' }));
  const answerAgain = backend.cutOff('/rest/v1/');
  expect(await captureHabit().keep('Stretch')).toBe(true);
  await seen(page.getByRole('link', { name: 'Stretch' }));
  answerAgain();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => habits.rows().map(({ name }) => name)).toContain('Stretch');
});

test('axe finds nothing on the week, a habit and the dialogs', async () => {
  await openHabits();
  const found = [...(await accessibilityFaults('week')), ...(await dialogFaults('New habit', 'Import'))];
  await cell('Read', 'no mark').click();
  await seen(page.getByRole('dialog'));
  found.push(...(await accessibilityFaults('day')));
  await press('{Escape}');
  await gone(page.getByRole('dialog'));
  await page.getByRole('link', { name: 'Walk' }).click();
  await seen(page.getByRole('heading', { name: 'Streaks' }));
  found.push(...(await accessibilityFaults('habit')));
  expect(found).toEqual([]);
});
