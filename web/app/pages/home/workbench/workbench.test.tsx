import { expect, test } from 'vitest';
import { sentMarkup } from '../../../testing/made-owner.tsx';
import { loadPlates } from './load-plates.ts';
import { promptLinesOf } from './prompt-lines.ts';
import { splitVerdict } from './record-sheet.tsx';
import { Workbench } from './workbench.tsx';

const plates = await loadPlates({ proof: { lastDay: undefined, headers: undefined, gradedDays: [] } });
const prompts = { command: 'skills | where since < 2018', question: 'Which projects use Rust?' };
const markup = sentMarkup(<Workbench plates={plates} prompts={prompts} />);

test('without a script every plate leads on: to each tool, the desktop and the terminals, and what would do nothing is hidden', () => {
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address);
  const shown = [...Object.keys(plates.live), ...Object.keys(plates.records), ...plates.games].map((id) => `/${id}`);
  // The site's own grade leads to where it can be checked.
  expect(shown.filter((address) => !links.includes(address)).length).toBe(1);
  for (const address of ['/proof', '/desktop', '/terminal', '/ai-terminal', '/terminal?c=skills%20%7C%20where%20since%20%3C%202018'])
    expect(links).toContain(address);
  const buttons = [...markup.matchAll(/<button [^>]*>/g)].map(([tag]) => tag);
  expect(buttons.length).toBeGreaterThan(1);
  expect(buttons.filter((tag) => !/class="[^"]*with-script/.test(tag))).toEqual([]);
});

test('a bench without tools has the desktop and the terminals, and no empty plate', () => {
  const bare = sentMarkup(<Workbench plates={{ live: {}, records: {}, games: [] }} prompts={prompts} />);
  expect(bare).not.toMatch(/Reports on record|data-plate|bench-games/);
  expect(bare).toContain('Open the desktop');
});

test('a verdict is cut after its first sentence alone, and not within a name', () => {
  expect(splitVerdict('TLS 1.2 is old. Not looked at: x.')).toEqual(['TLS 1.2 is old.', 'Not looked at: x.']);
  expect(splitVerdict('mx.mail-host.example does not offer STARTTLS.')).toEqual(['mx.mail-host.example does not offer STARTTLS.', '']);
});

test('the terminal’s line has an answer in the content', () => {
  const skill = (since: number) => ({ name: 'x', keywords: [], since, evidence: [] });
  expect(promptLinesOf({ skills: [2013, 2018, 2020].map(skill), projects: [], work: [] }).command).toBe('skills | where since < 2018');
  expect(promptLinesOf({ skills: [skill(2013)], projects: [], work: [] })).toEqual({ command: 'help', question: 'How can I reach you?' });
});
