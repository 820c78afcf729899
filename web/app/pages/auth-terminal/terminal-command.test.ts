import { expect, test } from 'vitest';
import { parseCommand, terminalCommands } from './terminal-command.ts';

test('every command is understood in any case and with spaces around it', () => {
  for (const { name } of terminalCommands) {
    expect(parseCommand(`  ${name.toUpperCase()} `)).toEqual({ kind: 'command', name });
  }
});

test('an empty line is no command', () => {
  expect(parseCommand('   ')).toEqual({ kind: 'empty' });
});

test('nothing is kept of a line that is no command, nor of what follows one', () => {
  expect(JSON.stringify(parseCommand('correct horse battery'))).toBe('{"kind":"unknown"}');
  expect(JSON.stringify(parseCommand('setup my-secret'))).not.toContain('my-secret');
});
