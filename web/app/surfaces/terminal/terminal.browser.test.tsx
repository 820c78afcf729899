import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage } from '../../testing/open-site-page.tsx';
import { click, counted, focused, focusOn, press, says, seen } from '../../testing/steps.ts';

const command = () => page.getByRole('textbox', { name: 'Command' });
const transcript = () => page.getByRole('log', { name: 'Transcript' });
const tables = () => transcript().getByRole('table');
const status = (text: string) => page.getByRole('status').filter({ hasText: text });

async function openTerminal(address = '/terminal'): Promise<void> {
  await openSitePage(address);
  await seen(command());
}

async function type(line: string): Promise<void> {
  await command().fill(line);
  await press('{Enter}');
}

/** The cells of the last table, row by row. */
const lastTable = (): readonly (readonly string[])[] =>
  [...(tables().elements().at(-1)?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent ?? ''),
  );

test('records are piped, and an unknown field is answered with the one that was meant', async () => {
  await openTerminal();
  await type('projects | where stack ~ rust | sort year | head 3');
  await counted(tables(), 1);
  await expect.poll(() => lastTable().map((cells) => cells.slice(0, 2))).toEqual([['Latent Image', '2021']]);
  await type('projects | sort year | select name');
  await counted(tables(), 2);
  await expect.poll(lastTable).toEqual([['Plumb Line'], ['Countersign'], ['Latent Image'], ['Rosette']]);
  await type('projects | where stak ~ rust');
  await says(transcript(), 'no field “stak”; did you mean “stack”?');
  await type('projects > file');
  await says(transcript(), 'Redirection (>) is not supported');
  await type('!-2 | count');
  await says(transcript(), /~ ?\$ ?projects \| where stak ~ rust \| count/);
});

test('everything is done from the keyboard: completion, history, search, line editing, giving up', async () => {
  await openTerminal();
  await focused(command());
  const shows = (text: string) => expect.element(command()).toHaveValue(text);
  await press('proj', '{Tab}');
  await shows('projects ');
  await press('| so', '{Tab}');
  await shows('projects | sort ');
  await press('{Tab}');
  await expect.poll(() => status('5 fit: name, year, stack, about, link').elements().length).toBe(1);
  await press('{Tab}', '{Tab}');
  await shows('projects | sort year');
  await press('{Enter}');
  await counted(tables(), 1);

  // Kills and yanks, as in GNU readline.
  await press('one two three', '{Alt>}{Backspace}{/Alt}', '{Control>}a{/Control}', '{Control>}y{/Control}');
  await shows('threeone two ');
  await press('{Control>}u{/Control}', '{Control>}k{/Control}');
  await shows('');

  await press('pwd', '{Enter}', 'draft', '{ArrowUp}');
  await shows('pwd');
  await press('{ArrowUp}');
  await shows('projects | sort year');
  await press('{ArrowDown}', '{ArrowDown}');
  await shows('draft');
  await press('{Control>}c{/Control}');
  await says(transcript(), 'draft^C');
  await shows('');

  await press('{Control>}r{/Control}');
  await focused(page.getByRole('textbox', { name: 'Search the history' }));
  await press('sort');
  await expect.poll(() => status('Found: projects | sort year').elements().length).toBe(1);
  await press('{Escape}');
  await shows('projects | sort year');
  await press(' -r', '{Enter}');
  await counted(tables(), 2);
  await expect.poll(() => lastTable()[0]?.[0]).toBe('Rosette');

  await press('{Control>}l{/Control}');
  await expect.poll(() => transcript().element().textContent).toBe('');
  // No trap: Tab on an empty line goes on, Shift+Tab comes back.
  await press('{Tab}');
  await expect.element(command()).not.toHaveFocus();
  await press('{Shift>}{Tab}{/Shift}');
  await focused(command());
});

test('Tab leaves the line once it has nothing more to offer', async () => {
  await openTerminal();
  await command().fill('echo nothing');
  await press('{Tab}');
  await expect.poll(() => status('Nothing to complete').elements().length).toBe(1);
  await focused(command());
  await press('{Tab}');
  await expect.element(command()).not.toHaveFocus();
});

test('manuals, files and folders', async () => {
  await openTerminal();
  await type('man where');
  await says(transcript(), /keep the records that meet a condition/i);
  await type('ls');
  await seen(transcript().getByRole('cell', { name: 'projects/' }));
  await type('cd projects');
  await type('cat ro*');
  await says(transcript(), 'Tamper-evident logs');
  await says(transcript(), /~\/projects ?\$ ?cat ro\*/);
  await type('help');
  await click('neofetch', transcript());
  await says(transcript(), 'This page beside its engraving.');
});

test('the history outlives the page, and is forgotten on request', async () => {
  await openTerminal();
  await type('pwd');
  await type(' whoami');
  await says(transcript(), 'visitor');
  await openTerminal();
  focusOn(command());
  await press('{ArrowUp}');
  await expect.element(command()).toHaveValue('pwd');
  await type('history -c');
  await says(transcript(), 'Forgotten.');
  await expect.poll(() => localStorage.getItem('terminal_history')).toBeNull();
});

test('a link runs a line that reads, lets one that acts wait for Enter, and takes no other', async () => {
  await openTerminal('/terminal?c=projects%20%7C%20where%20stack%20~%20rust');
  await counted(tables(), 1);
  await expect.poll(() => lastTable().map(([name]) => name)).toEqual(['Latent Image']);

  await openTerminal('/terminal?c=theme%20light');
  await expect.element(command()).toHaveValue('theme light');
  await says(transcript(), 'runs when you press Enter');
  expect(document.documentElement.className).toContain('dark');
  focusOn(command());
  await press('{Enter}');
  await expect.poll(() => document.documentElement.className).toContain('light');

  for (const line of ['<img src=x onerror=alert(1)>', 'help\u0007', 'help\u202e', `echo ${'x'.repeat(300)}`]) {
    await openTerminal(`/terminal?c=${encodeURIComponent(line)}`);
    await type('pwd');
    await says(transcript(), /~ ?\$ ?pwd/);
    await expect.poll(() => document.querySelectorAll('[data-echo]').length).toBe(1);
  }
  await type(`echo '<img src=x onerror=alert(1)>'`);
  await seen(transcript().getByText('<img src=x onerror=alert(1)>', { exact: true }));
  expect(transcript().element().querySelectorAll('img')).toHaveLength(0);
});

test('axe finds nothing, and nothing scrolls sideways at 320 px, whatever was answered', async () => {
  await openTerminal();
  for (const line of ['help', 'projects', 'contact', 'neofetch', 'man where', 'wrong']) await type(line);
  await says(transcript(), 'no command “wrong”');
  await command().fill('projects | sort ');
  await press('{Tab}');
  await expect.poll(() => status('5 fit').elements().length).toBe(1);
  expect(await accessibilityFaults('terminal')).toEqual([]);
});
