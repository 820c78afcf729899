import type { ShellCommands } from './shell-commands.ts';

/** One piece of a line in order: a continuation or comment, space, `$'…'`, `'…'`, `"…"`, `\x`, an operator, anything else. */
const piece =
  /\\\r?\n|(\s+)|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([;&|]+(?=\s|$)|\d?[<>]\S*)|([^\s'"\\$;&|<>]+|[;&|]+|[$<>])/y;

/** The commands of a POSIX shell's or bash's text. Nothing is expanded. `undefined`: a quote is not closed. */
export function bashCommands(text: string): ShellCommands | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (piece.lastIndex = 0; piece.lastIndex < text.length; ) {
    if (word === undefined && text.charAt(piece.lastIndex) === '#') {
      const end = text.indexOf('\n', piece.lastIndex);
      piece.lastIndex = end < 0 ? text.length : end;
      continue;
    }
    const match = piece.exec(text);
    if (match === null) return undefined;
    const [, space, ansi, single, double, escaped, operator, plain] = match;
    if (space !== undefined) {
      endWord();
      // A line break that was meant to be continued is forgiven; another curl is another command.
      if (space.includes('\n') && text.startsWith('curl', piece.lastIndex)) commands.push([]);
      continue;
    }
    if (operator !== undefined) {
      endWord();
      commands.push(/[<>]/.test(operator) ? [operator] : []);
      continue;
    }
    const read =
      ansi !== undefined
        ? unescapeAnsi(ansi)
        : double !== undefined
          ? double.replaceAll(/\\(?:\r?\n|([\\"$`]))/g, '$1')
          : (single ?? escaped ?? plain);
    if (read !== undefined) word = (word ?? '') + read;
  }
  endWord();
  return commands.filter(({ length }) => length > 0);
}

const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b', E: '\x1b' };

/** What stands in `$'…'` (bash manual §3.1.2.4). `\x` and octal digits are bytes of UTF-8; such as are none count as Latin-1, which Firefox writes. */
function unescapeAnsi(text: string): string {
  const bytes = /(?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+/g;
  const spelled = /\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S])|([\s\S]))/g;
  // Backslashes that are escaped themselves begin nothing.
  return text
    .split(/(\\\\)/)
    .map((part) =>
      part === '\\\\'
        ? '\\'
        : part
            .replaceAll(bytes, readBytes)
            .replaceAll(spelled, (_, short?: string, long?: string, control?: string, sign = '') =>
              control !== undefined
                ? String.fromCharCode(control.charCodeAt(0) & 31)
                : short !== undefined
                  ? String.fromCharCode(Number.parseInt(short, 16))
                  : long !== undefined
                    ? fromCodePoint(Number.parseInt(long, 16))
                    : (signs[sign] ?? sign),
            ),
    )
    .join('');
}

function fromCodePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

function readBytes(run: string): string {
  const codes = [...run.matchAll(/\\x([0-9a-fA-F]+)|\\([0-7]+)/g)].map(([, hex, octal = '0']) =>
    hex === undefined ? Number.parseInt(octal, 8) & 255 : Number.parseInt(hex, 16),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes));
  } catch {
    return String.fromCharCode(...codes);
  }
}
