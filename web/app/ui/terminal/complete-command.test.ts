import { expect, test } from 'vitest';
import { completeCommand } from './complete-command.ts';

const commands = ['clear', 'enrol', 'help', 'history', 'login', 'setup'];

test('a line that fits one command becomes it', () => {
  expect(completeCommand('lo', commands)).toEqual({ text: 'login', candidates: [] });
  expect(completeCommand('  SE', commands)).toEqual({ text: 'setup', candidates: [] });
});

test('a line that fits several is taken as far as they agree, then they are named', () => {
  expect(completeCommand('h', commands)).toEqual({ text: 'h', candidates: ['help', 'history'] });
  expect(completeCommand('ne', ['network', 'netcat'])).toEqual({ text: 'net', candidates: [] });
});

test('a finished command stays', () => {
  expect(completeCommand('help', commands)).toEqual({ text: 'help', candidates: [] });
});

test('an empty line, a second word and an unknown word are left to the Tab key', () => {
  for (const line of ['', '   ', 'login now', 'xyz']) expect(completeCommand(line, commands)).toBeUndefined();
});
