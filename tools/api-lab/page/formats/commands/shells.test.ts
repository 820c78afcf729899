import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../../tests/support/cpu-time.ts';
import { bashCommands } from './bash-words.ts';
import { cmdCommands } from './cmd-words.ts';
import { powerShellCommands } from './powershell-script.ts';
import { powerShellTokens } from './powershell-tokens.ts';
import { readCommands } from './read-commands.ts';
import { shellOf } from './shell-commands.ts';

/** Texts in which the signs that mean something to a shell are frequent. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('\\"\'^`$%!&|<>;,=(){}[]@#~? \n\taé漢🙂1')), maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const words = fc.array(text, { minLength: 1, maxLength: 4 });
const code = (sign: string, digits: number) => sign.charCodeAt(0).toString(16).padStart(digits, '0');

/** How each of them is quoted so that it is one word. */
const quotes = {
  'bash, single quotes': (given: string) => `'${given.replaceAll("'", String.raw`'\''`)}'`,
  'bash, double quotes': (given: string) => `"${given.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`,
  'bash, as Chrome copies it': (given: string) => {
    const escaped = given.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
    return `$'${escaped.replaceAll(/[\p{Cc}!]/gu, (sign) => `\\u${code(sign, 4)}`)}'`;
  },
  'bash, as Firefox copies it': (given: string) => {
    const escaped = given.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('!', '\\041');
    const byte = (sign: string) => (sign.charCodeAt(0) < 256 ? `\\x${code(sign, 2)}` : `\\u${code(sign, 4)}`);
    return `$'${escaped.replaceAll(/[^\x20-\x7e]/g, byte)}'`;
  },
  'cmd, as Chrome copies it': (given: string) => {
    const escaped = given.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    const careted = escaped.replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&').replaceAll(/%(?=\w)/g, '%^');
    return `^"${careted.replaceAll('\n', '^\n\n')}^"`;
  },
  'cmd, as Firefox copies it': (given: string) => {
    const escaped = given.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll(/[`$]/g, '\\$&');
    const careted = escaped.replaceAll(/[^a-zA-Z0-9\s_\-:=+~/.',?;()*$&\\{}"`]/g, '^$&').replaceAll(/%(?=\w)/g, '%^');
    return `^"${careted.replaceAll('\n', '^\n\n')}^"`;
  },
  'PowerShell, single quotes': (given: string) => `'${given.replaceAll("'", "''")}'`,
  'PowerShell, as browsers copy it': (given: string) =>
    `"${given.replaceAll(/[`$"]/g, '`$&').replaceAll(/[^\x20-\x7e]/g, (sign) => `$([char]${sign.charCodeAt(0)})`)}"`,
} as const;

test.for(Object.entries(quotes))('what is quoted for %s is read back', ([name, quote]) => {
  fc.assert(
    fc.property(words, (given) => {
      // Firefox writes these as bytes that may also spell something else.
      fc.pre(!name.includes('Firefox') || !given.some((word) => /[\x80-\xff]{2}/.test(word)));
      const line = `curl ${given.map(quote).join(' ')}`;
      const read = name.startsWith('bash') ? bashCommands(line) : name.startsWith('cmd') ? cmdCommands(line) : undefined;
      const values = powerShellCommands(line)?.map((command) => command.map((word) => (word.kind === 'text' ? word.text : '?')));
      expect(read ?? values).toEqual([['curl', ...given]]);
    }),
    { numRuns: 300 },
  );
});

/** By the rules of the C library: backslashes are doubled before a quote alone. */
const libraryQuote = (given: string) =>
  `"${given.replaceAll(/(\\*)("|$)/g, (_, slashes: string, end: string) => `${slashes}${slashes}${end && '\\"'}`)}"`;

test('a word in plain quotes is read by the rules of cmd.exe and of the C library: backslashes count before quotes alone', () => {
  const plain = fc.string({ unit: fc.constantFrom(...Array.from('\\" ab/:{}')), maxLength: 20 });
  fc.assert(
    fc.property(plain, (given) => {
      expect(cmdCommands(`curl.exe ${libraryQuote(given)} x`)).toEqual([['curl.exe', given, 'x']]);
    }),
  );
  expect(cmdCommands(String.raw`curl "C:\x\y" "{""a"":1}" a^&b "100"%"done"`)).toEqual([
    ['curl', String.raw`C:\x\y`, '{"a":1}', 'a&b', '100%done'],
  ]);
});

test('words are those of a POSIX shell: quotes, dollar quotes, backslashes, continuations, comments', () => {
  expect(bashCommands(`a 'b c' "d \\"e\\" \\$x" f\\ g ''`)).toEqual([['a', 'b c', 'd "e" $x', 'f g', '']]);
  expect(bashCommands("curl \\\n  $'a\\nb\\u0041\\'' x'y'z # curl")).toEqual([['curl', "a\nbA'", 'xyz']]);
  expect(bashCommands(String.raw`x $'\xc3\xbc-\xfc\101\U1f642\cA\\n'`)).toEqual([['x', 'ü-üA🙂\x01\\n']]);
  expect(bashCommands("curl 'open")).toBeUndefined();
  expect(cmdCommands('curl "open')).toBeUndefined();
  expect(cmdCommands('curl ^"open')).toBeUndefined();
  expect(powerShellCommands('iwr "open')).toBeUndefined();
});

test('several commands are told from each other, each shell by its own signs', () => {
  expect(bashCommands("curl 'a' ;\ncurl 'b' | jq . > out")).toEqual([
    ['curl', 'a'],
    ['curl', 'b'],
    ['jq', '.'],
    ['>', 'out'],
  ]);
  expect(bashCommands('curl https://a.example/?b=1&c=2 -s')).toEqual([['curl', 'https://a.example/?b=1&c=2', '-s']]);
  expect(cmdCommands('curl ^"a^" ^\n  -s &\r\ncurl ^"b^"')).toEqual([
    ['curl', 'a', '-s'],
    ['curl', 'b'],
  ]);
  expect(powerShellCommands('iwr "a";\niwr "b"')).toHaveLength(2);
});

test('the shell is told by what no other one writes', () => {
  expect(shellOf("curl 'x' \\\n -H 'a'")).toBe('bash');
  expect(shellOf('curl "x" \\\n -H "a"')).toBe('bash');
  expect(shellOf('curl "x" -H "a"')).toBe('bash');
  expect(shellOf('curl ^"x^" -H ^"a^"')).toBe('cmd');
  expect(shellOf('curl "x" ^\r\n -H "a"')).toBe('cmd');
  expect(shellOf('curl.exe "x" -H "a"')).toBe('cmd');
  expect(shellOf('curl.exe "x" `\n -H "a"')).toBe('powershell');
  expect(shellOf("curl.exe 'x' `\n -H 'a'")).toBe('powershell');
  expect(shellOf('$session = New-Object x\nInvoke-WebRequest "x"')).toBe('powershell');
  expect(shellOf('Invoke-RestMethod x')).toBe('powershell');
});

test('texts of many quotes, backslashes and beginnings are read in time that grows with their length', () => {
  const startedAtMs = cpuNowMs();
  const parts = ['"', '\\', '^"', "$'", "$'\\'", '@"\n', "@'\n", '`', '(', '@{', '"`', '^\n', '&', '$a=', '-s ', 'x', ';', '${'];
  for (const part of parts)
    for (const before of ['curl ', 'iwr ', '$x = ']) {
      const text = `${before}${part.repeat(20_000)}x`;
      for (const read of [bashCommands, cmdCommands, powerShellTokens, readCommands]) read(text);
    }
  expect(cpuNowMs() - startedAtMs).toBeLessThan(20_000);
  expect(bashCommands('curl a;;b;&c')).toEqual([['curl', 'a;;b;&c']]);
  expect(powerShellTokens(['$', '{a b}'].join(''))).toEqual([{ kind: 'variable', name: 'a b' }]);
  const options = `curl http://a ${'-H a:b '.repeat(50_000)}${'-b a=b '.repeat(50_000)}`;
  expect(readCommands(options)).toMatchObject({ ok: false, failure: { message: 'A command has at most 5,000 words.' } });
}, 60_000);

test('no text makes a reader throw, and what nests too deeply is named', () => {
  const pieces = fc.constantFrom(
    'curl ',
    'iwr ',
    '$h',
    ' = ',
    '@{',
    '}',
    '(',
    ')',
    '"',
    "'",
    '^"',
    '^',
    '`',
    '\\',
    '\n',
    '-H ',
    '-d',
    '@"\n',
    '\n"@',
    ';',
    '|',
    '[',
    ']',
    '.Add',
    ',',
    'a',
    '=',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      for (const before of ['', 'curl ', '$x = ', 'Invoke-WebRequest ']) readCommands(before + parts.join(''));
    }),
    { numRuns: 500 },
  );
  expect(readCommands(`iwr ${'('.repeat(100_000)}`)).toMatchObject({ ok: false, failure: { message: 'This is nested too deeply.' } });
  expect(powerShellCommands('iwr x -Body @"\n"@')).toMatchObject([[{}, {}, {}, { text: '' }]]);
  expect(powerShellCommands("iwr x -Body @'\r\na\r\n$b\r\n'@")).toMatchObject([[{}, {}, {}, { text: 'a\r\n$b' }]]);
});
