import { expect, test } from 'vitest';
import { colourCode } from './colour-code.ts';

const colour = (language: string | undefined, text: string) =>
  colourCode([{ kind: 'code', text, ...(language === undefined ? {} : { language }) }])[0];

test('code is cut in pieces which together are its text', () => {
  expect(colour('ts', "const a = 'b'; // c")).toEqual({
    kind: 'coloured-code',
    pieces: [
      ['keyword', 'const'],
      ['', ' a '],
      ['mark', '='],
      ['', ' '],
      ['string', "'b'"],
      ['mark', ';'],
      ['', ' '],
      ['comment', '// c'],
    ],
  });
  for (const language of [
    'sh',
    'sql',
    'yaml',
    'diff',
    'http',
    'toml',
    'rust',
    'go',
    'java',
    'c',
    'python',
    'json',
    'html',
    'css',
    'dockerfile',
  ]) {
    const text = 'if a == "b" { return 1 }\n- x: <y>\n+ z\n';
    const block = colour(language, text);
    expect(block?.kind === 'coloured-code' && block.pieces.map(([, piece]) => piece).join(''), language).toBe(text);
  }
});

test('what is unknown, long or no code at all stays as it is written', () => {
  for (const [language, text] of [
    ['klingon', 'a'],
    [undefined, 'a'],
    ['ts', 'a;\n'.repeat(2000)],
    ['ts', 'a'.repeat(1001)],
    ['yaml', '{'.repeat(900)],
  ] as const) {
    const block = colour(language, text);
    const shown =
      block?.kind === 'coloured-code' ? block.pieces.map(([, piece]) => piece).join('') : block?.kind === 'code' ? block.text : '';
    expect(shown).toBe(text);
  }
  expect(colour('ts', 'a;\n'.repeat(2000))?.kind).toBe('code');
});
