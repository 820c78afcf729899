import { expect, test } from 'vitest';
import { fillTemplate, isDailyTemplate, isTemplate } from './templates.ts';

test('a template is filled with the title, the date and the time, and nothing else of it changes', () => {
  const now = new Date(2026, 10, 7, 9, 5, 3);
  expect(
    fillTemplate('# {{title}}\n{{date}} {{time}} {{date:DD.MM.YYYY}} {{time:HH:mm:ss}} {{other}} {{ title }}', 'A {{date}} $1', now),
  ).toBe('# A {{date}} $1\n2026-11-07 09:05 07.11.2026 09:05:03 {{other}} {{ title }}');
});

test('templates lie in a folder of that name, and one of them is for the day', () => {
  expect(['Templates/Meeting.md', 'Work/templates/Daily note.md', 'Templates.md', 'Templates/Old/x.md'].map(isTemplate)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['Templates/Daily.md', 'Daily.md', 'Templates/Daily list.md'].map(isDailyTemplate)).toEqual([true, false, false]);
});
