import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { addDays, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { accessibilityFaults, dialogFaults } from '../../../web/app/testing/axe-findings.ts';
import { type OwnerWorld, openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
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

const line = () => page.getByLabelText('New task', { exact: true });
const task = (title: string) => page.getByRole('button', { name: title, exact: true });
const form = () => page.getByRole('dialog', { name: 'Task', exact: true });
const titles = ({ tasks }: OwnerWorld) => tasks.rows().map(({ title }) => title);

async function openPalette(world?: OwnerWorld): Promise<OwnerWorld> {
  const opened = world ?? (await startOwnerWorld());
  await openOwnerPage('/productivity');
  await seen(page.getByText('Saved.'));
  return opened;
}

/** Types a line, and enters it. */
async function addTask(words: string): Promise<void> {
  await line().fill(words);
  await press('{Enter}');
  await expect.element(line()).toHaveValue('');
}

test('what the server refuses is shown with its reason, kept, and saved once it is mended', async () => {
  const world = await startOwnerWorld();
  world.tasks.refuse(({ title }) => (String(title).length > 400 ? 'A title has 1 to 500 characters on one line' : undefined));
  await openPalette(world);
  const long = 'x'.repeat(460);
  await addTask(`"${long}"`);
  const refusal = page.getByText('was not saved. A title has 1 to 500 characters on one line.');
  await seen(refusal);
  // Beside it nothing says that all is saved, and one long word makes no page scroll sideways.
  await seen(page.getByText('1 change is not saved and waits for you.'));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  await openOwnerPage('/productivity');
  await seen(refusal);
  await task(long).click();
  await fill('Title', 'Short enough', form());
  await click('Save', form());
  await gone(page.getByText('Needs your decision'));
  await expect.poll(() => titles(world)).toEqual(['Short enough']);
});

test('a line that is all date, or longer than a title may be, says so and is kept', async () => {
  const world = await openPalette();
  for (const [words, said] of [
    ['tomorrow', /Add what is to be done/],
    ['p1', /Add what is to be done/],
    [`"${'y'.repeat(501)}"`, /A title has 500 characters at most; this one has 501\./],
  ] as const) {
    await line().fill(words);
    focusOn(line());
    await press('{Enter}');
    await seen(page.getByText(said));
    await expect.element(line()).toHaveValue(words);
  }
  expect(titles(world)).toEqual([]);
});

test('a task after the next seven days stands under Later', async () => {
  await startOwnerWorld();
  await openOwnerPage('/productivity');
  await addTask('Dentist in 12 days');
  await seen(page.getByRole('heading', { name: 'Later' }));
  await seen(task('Dentist'));
});

test('a line becomes a task with chips, a chip taken away is title again, and everything goes by keys', async () => {
  const world = await openPalette();
  await press('q');
  await focused(line());
  await press('Watch Next Friday with Bob today p2 #film 2h');
  await click(/keep “Next Friday” in the title/);
  const chips = page.getByRole('list', { name: 'Recognised' }).getByRole('button');
  await expect
    .poll(() => textsOf(chips))
    .toEqual([
      expect.stringMatching(/^Priority P2/),
      expect.stringMatching(/^Tag film/),
      expect.stringMatching(/^Takes 2 h/),
      expect.stringMatching(/^Due Today/),
    ]);
  focusOn(line());
  await press('{Enter}');
  const watch = task('Watch Next Friday with Bob');
  await seen(watch);
  await addTask('Second task today');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const inFocus = () => document.activeElement?.closest('[data-record]')?.textContent ?? '';
  await press('j');
  await expect.poll(inFocus).toContain('Watch Next Friday');
  await press('1');
  await expect.poll(inFocus).toContain('P1');
  await press('s');
  await seen(page.getByRole('timer'));
  await press('s');
  await gone(page.getByRole('timer'));
  await press('t');
  await focused(form().getByLabelText('Due'));
  await press('{Escape}');
  await gone(form());
  await press('e');
  await focused(form().getByLabelText('Title'));
  await press('{Escape}');
  await gone(form());
  await press(' ');
  await gone(watch);
  await expect.poll(inFocus).toContain('Second task');
  await press('u');
  await seen(watch);
  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await seen(sheet);
  await page.getByLabelText('Single keys do these things').click();
  await press('{Escape}');
  await gone(sheet);
  await press('q');
  await expect.element(line()).not.toHaveFocus();
  // The session that was recorded.
  await expect.poll(() => world.sessions.rows().map(({ ended_at }) => ended_at !== null)).toEqual([true]);
});

test('a card of the board and a task of the week move by keys, and the focus goes with them', async () => {
  const world = await openPalette();
  await addTask('Oil the lock today');
  await addTask('Paint the door');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  const column = (name: string) => page.getByRole('region', { name });
  const card = task('Oil the lock');
  await seen(column('To do'));
  focusOn(card);
  await press('{Shift>}{ArrowUp}{/Shift}');
  await expect.poll(() => textsOf(column('To do').getByRole('listitem'))[0]).toContain('Oil the lock');
  await press('{Shift>}{ArrowRight}{/Shift}');
  await says(column('Doing'), 'Oil the lock');
  await focused(card);
  await click('Move “Paint the door” to Doing');
  await counted(column('Doing').getByRole('listitem'), 2);
  await page.getByRole('link', { name: 'Week' }).click();
  await gone(column('To do'));
  await seen(card);
  focusOn(card);
  const dueOn = () => world.tasks.rows().find(({ title }) => title === 'Oil the lock')?.['due_on'];
  await expect.poll(dueOn).toBeTypeOf('string');
  const before = dueOn();
  await press('{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(dueOn).not.toBe(before);
});

test('a repeating task that is done plans its next one, and undo takes both back', async () => {
  const world = await openPalette();
  await addTask('Water the plants today every day');
  await click('Done: Water the plants');
  const row = page.getByRole('listitem').filter({ hasText: 'Water the plants' });
  await says(row, 'Tomorrow');
  await chooseFromMenu('Undo');
  await expect.poll(() => textsOf(row).join()).not.toContain('Tomorrow');
  await counted(row, 1);
  await click('Done: Water the plants');
  await says(row, 'Tomorrow');
  const kept = () => world.tasks.rows().filter(({ deleted_at }) => deleted_at === null);
  await expect
    .poll(() =>
      kept()
        .map(({ status }) => status)
        .sort(),
    )
    .toEqual(['done', 'todo']);
});

test('a file is compared before it is taken, taken as one step of undo, and adds nothing the second time', async () => {
  const world = await openPalette();
  const saved = catchFiles();
  const file = new File(['- [ ] Oil #door [due:: 2026-11-24]\n  with graphite\n- [ ] Paint\n- [ ] \n'], 'tasks.md', {
    type: 'text/markdown',
  });
  const open = async () => {
    await chooseFromMenu('Import');
    await page.getByLabelText('File').upload(file);
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Import tasks' });
  await says(dialog, 'New: 2');
  await says(dialog, 'It has no title.');
  expect(titles(world)).toEqual([]);
  await click('Import 2', dialog);
  await expect
    .poll(() =>
      world.tasks
        .rows()
        .map((row) => [row['title'], row['notes'], row['source']])
        .sort(),
    )
    .toEqual([
      ['Oil', 'with graphite', 'markdown'],
      ['Paint', '', 'markdown'],
    ]);
  await open();
  await says(dialog, 'There already: 2');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await chooseFromMenu('Export');
  await click('iCalendar (.ics)');
  await expect.poll(() => saved.at(-1)?.name ?? '').toMatch(/^tasks-\d{4}-\d\d-\d\d\.ics$/);
  await press('{Escape}');
  await chooseFromMenu('Undo');
  await expect.poll(() => world.tasks.rows().every(({ deleted_at }) => deleted_at !== null)).toBe(true);
});

test('a task has steps: added in its form, ticked beneath it, counted, and shown by themselves when it is finished', async () => {
  const world = await openPalette();
  await addTask('Paint the gate today');
  await task('Paint the gate').click();
  for (const step of ['Buy paint', 'Sand it']) {
    await fill('New step', step, form());
    await press('{Enter}');
    await seen(form().getByRole('button', { name: step, exact: true }));
  }
  await press('{Escape}');
  const steps = page.getByRole('list', { name: 'Steps of “Paint the gate”' });
  await counted(steps.getByRole('listitem'), 2);
  await click('Done: Buy paint', steps);
  await seen(page.getByText('1 of 2 steps'));
  const whole = () => world.tasks.rows().find(({ title }) => title === 'Paint the gate')?.['id'];
  await expect.poll(() => world.tasks.rows().filter(({ parent_id }) => parent_id === whole()).length).toBe(2);
  await click('Done: Paint the gate');
  await seen(page.getByText('part of “Paint the gate”'));
});

test('what was removed is in the trash and comes back from it; opening the page has the server delete permanently what is too old', async () => {
  const world = await openPalette();
  await addTask('Removed by mistake today');
  await task('Removed by mistake').click();
  await click('Remove', form());
  await gone(task('Removed by mistake'));
  await expect.poll(() => world.backend.callsOf('POST /rest/v1/rpc/empty_trash').length).toBeGreaterThan(0);
  await chooseFromMenu('Trash');
  await click('Restore “Removed by mistake”');
  await seen(page.getByText('Nothing is in the trash.'));
  await expect.poll(() => world.tasks.rows().map(({ deleted_at }) => deleted_at)).toEqual([null]);
});

test('tasks that an older version left in this browser are shown first, then taken over, then removed from there', async () => {
  const world = await startOwnerWorld();
  const left = [{ id: 1, text: 'Oil the lock', priority: 'high' }, { id: 2, title: 'Old and done', completed: true }, { completed: false }];
  localStorage.setItem('dashboard_tasks', JSON.stringify(left));
  await openPalette(world);
  await click('Look at the older tasks');
  const dialog = page.getByRole('dialog', { name: 'Older tasks' });
  await says(dialog, 'New: 2');
  await says(dialog, 'It has no title.');
  expect(titles(world)).toEqual([]);
  await click('Take over 2', dialog);
  await seen(task('Oil the lock'));
  await expect.poll(() => localStorage.getItem('dashboard_tasks')).toBe('[{"completed":false}]');
  await expect
    .poll(() =>
      world.tasks
        .rows()
        .map((row) => [row['title'], row['status'], row['priority'], row['source']])
        .sort(),
    )
    .toEqual([
      ['Oil the lock', 'todo', 1, 'dashboard'],
      ['Old and done', 'done', 0, 'dashboard'],
    ]);
  await chooseFromMenu('Undo');
  await expect.poll(() => world.tasks.rows().every(({ deleted_at }) => deleted_at !== null)).toBe(true);
});

test('where nothing was ever had and nobody answers, the page says so and still takes tasks', async () => {
  const world = await startOwnerWorld();
  const reconnect = world.backend.cutOff('/rest/v1/');
  await openOwnerPage('/productivity');
  await seen(page.getByText('Your tasks cannot be shown: the server does not answer, and this browser has no copy yet.'));
  reconnect();
  await click('Try again');
  await seen(page.getByText('Nothing is due today.'));
  await addTask('Written all the same');
  await expect.poll(() => titles(world)).toEqual(['Written all the same']);
});

test('a flag set by hand opens nothing in an outage either: without a stored session the page stays shut', async () => {
  sessionStorage.setItem('auth_terminal_completed', 'true');
  await openOwnerPage('/productivity');
  await seen(page.getByText('Access Denied'));
  await gone(line());
});

/** The buttons at the foot of the open dialog, by name, that cannot be seen whole, and whether the dialog is in the window. */
function outOfSight(): readonly string[] {
  const dialog = document.querySelector('dialog[open]');
  const foot = dialog?.querySelector('.dialog-foot') ?? dialog;
  return [...(foot?.querySelectorAll('button') ?? [])].flatMap((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const isInWindow = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const isOnTop = button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    return isInWindow && isOnTop ? [] : [button.textContent];
  });
}

test.for([900, 700])('every dialog has its buttons in sight in a window %i px high', async (height) => {
  localStorage.setItem('dashboard_tasks', JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, text: `Older ${id}` }))));
  await openPalette();
  await page.viewport(1440, height);
  await addTask('Call the bank today 17:00 p1 #money 20m');
  const found: string[] = [];
  const look = async (name: string) => {
    await seen(page.getByRole('dialog', { name }));
    // Come to rest: a dialog rises when it opens.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    found.push(...outOfSight().map((button) => `${name}: ${button}`));
    await press('{Escape}');
    await gone(page.getByRole('dialog', { name }));
  };
  await task('Call the bank').click();
  for (const step of ['One', 'Two', 'Three', 'Four']) {
    await fill('New step', step, form());
    await press('{Enter}');
    await seen(form().getByRole('button', { name: step, exact: true }));
  }
  await look('Task');
  await click('Look at the older tasks');
  await look('Older tasks');
  await chooseFromMenu('Import');
  const lines = Array.from({ length: 60 }, (_, at) => `- [ ] Task ${at}\n`).join('');
  await page.getByLabelText('File').upload(new File([lines, '- [ ] \n'], 'tasks.md', { type: 'text/markdown' }));
  await seen(page.getByRole('button', { name: 'Import 60' }));
  await look('Import tasks');
  await chooseFromMenu('Export');
  await look('Export tasks');
  expect(found).toEqual([]);
});

test('one sentence says what the day needs, right below the head, and the first task stands near the top of desk and phone', async () => {
  const day = (before: number) => addDays(dayOf(new Date()), -before);
  const of = (title: string, due_on: string) => ({ id: crypto.randomUUID(), title, due_on });
  await startOwnerWorld({ tasks: [of('Pay the VAT', day(3)), of('Call the bank', day(0)), of('Water the plants', day(2))] });
  await openOwnerPage('/productivity');
  const verdict = page.getByText('2 tasks are late, 1 due today.');
  await seen(verdict);
  const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top;
  await page.viewport(1440, 900);
  const head = document.querySelector('.page-head')?.getBoundingClientRect().bottom ?? 0;
  expect(topOf(verdict) - head).toBeLessThanOrEqual(110);
  expect(topOf(task('Pay the VAT')) - head).toBeLessThanOrEqual(220);
  await page.viewport(390, 844);
  expect(topOf(verdict)).toBeLessThanOrEqual(200);
  expect(topOf(task('Pay the VAT'))).toBeLessThanOrEqual(370);
});

test('a card of the board says what its task is, steps are counted on it, and at least six stand in a column', async () => {
  const day = dayOf(new Date());
  const tasks = Array.from({ length: 9 }, (_, at) => ({
    ...{ id: crypto.randomUUID(), title: `Card ${at}`, status: 'todo', priority: 2, due_on: day, due_time: null, estimate_min: 45 },
    ...{ tags: ['money'], project: 'castellan', position: at, parent_id: null as string | null },
  }));
  const [first] = tasks;
  const step = { ...tasks[0], id: crypto.randomUUID(), title: 'A step', due_on: null, parent_id: first?.id ?? null };
  await startOwnerWorld({ tasks: [...tasks, step] });
  await page.viewport(1440, 900);
  await openOwnerPage('/productivity#board');
  const cards = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  await counted(cards, 9);
  await says(cards.first(), 'Card 0P2Today45 min0 of 1 steps+castellan#money');
  const inSight = cards.elements().filter((card) => card.getBoundingClientRect().bottom <= innerHeight);
  expect(inSight.length).toBeGreaterThanOrEqual(6);
});

test.for(['Today', 'Board', 'Week', 'Done'])('axe finds nothing on the view %s, and nothing is wider than 320 px', async (view) => {
  await openPalette();
  for (const words of [
    'Call the bank today 17:00 p1 #money 20m',
    'Write the report today p2 +Castellan 9h',
    'Late one yesterday p3',
    'Some day p4',
  ])
    await addTask(words);
  await click('Done: Some day');
  await task('Late one').click();
  await fill('New step', 'Its first step', form());
  await press('{Enter}');
  await press('{Escape}');
  await click(/Start the timer on “Call/);
  await page.getByRole('link', { name: view, exact: true }).click();
  expect(await accessibilityFaults(view)).toEqual([]);
});

test('axe finds nothing with the chips of a line and with each dialog open', async () => {
  localStorage.setItem('dashboard_tasks', '[{"title":"Older"}]');
  await openPalette();
  await addTask('Call the bank today 17:00 p1 #money 20m');
  await line().fill('Prepare slides today 9h p1');
  await seen(page.getByText(/With this, today (?:is|has) /));
  const found = [...(await accessibilityFaults('chips')), ...(await dialogFaults('Call the bank', 'Import', 'Export', 'Keys'))];
  expect(found).toEqual([]);
});
