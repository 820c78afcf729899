import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { readPassphrase } from './read-passphrase.ts';

/** A terminal as Node has one: keys come in, and whoever reads them turns the echo off. `seen` is all that happened on it, in order. */
function openTerminal(isTTY: boolean) {
  const seen: string[] = [];
  let isRaw = false;
  const keys = new PassThrough();
  const input = Object.assign(keys, {
    isTTY,
    setRawMode: (raw: boolean) => {
      isRaw = raw;
      seen.push(raw ? 'echo off' : 'echo on');
      return keys;
    },
  }) as unknown as NodeJS.ReadStream;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      seen.push(String(chunk));
      done();
    },
  });
  /** The terminal itself echoes what is typed while nobody turned that off. */
  const type = (typed: string) => {
    if (!isRaw && isTTY) seen.push(typed);
    keys.write(typed);
  };
  return { seen, type, end: () => keys.end(), terminal: { input, output } };
}

test.each<[string, string, string]>([
  ['as it is typed', 'correct horse\r', 'correct horse'],
  ['with what was taken back', 'correkt\x7f\x7fct horse\x15again\r', 'again'],
  ['with signs of every alphabet', 'łódź 鍵 🔑\r', 'łódź 鍵 🔑'],
  ['with nothing in it', '\r', ''],
])('a passphrase is read %s, and the terminal shows the question alone', async (_, typed, passphrase) => {
  const { seen, type, terminal } = openTerminal(true);
  const asked = readPassphrase('Passphrase: ', terminal);
  expect(seen).toEqual(['echo off', 'Passphrase: ']);
  for (const key of typed) type(key);
  expect(await asked).toBe(passphrase);
  expect(seen).toEqual(['echo off', 'Passphrase: ', 'echo on', '\n']);
});

test.each<[string, string, string]>([
  ['Control-C', 'half\x03', 'Nothing was done.'],
  ['Control-D', '\x04', 'There was no passphrase.'],
])('%s ends the question, shows nothing of what was typed, and leaves the echo on', async (_, typed, said) => {
  const { seen, type, terminal } = openTerminal(true);
  const asked = readPassphrase('Passphrase: ', terminal);
  for (const key of typed) type(key);
  await expect(asked).rejects.toThrow(said);
  expect(seen).toEqual(['echo off', 'Passphrase: ', 'echo on', '\n']);
});

test('a terminal that is gone ends the question', async () => {
  const { end, terminal } = openTerminal(true);
  const asked = readPassphrase('Passphrase: ', terminal);
  end();
  await expect(asked).rejects.toThrow('There was no passphrase.');
});

test('what is no terminal gives its first line, and is asked nothing', async () => {
  const { seen, type, end, terminal } = openTerminal(false);
  const asked = readPassphrase('Passphrase: ', terminal);
  type('correct horse\r\nmore\n');
  end();
  expect(await asked).toBe('correct horse');
  expect(seen).toEqual([]);
});
