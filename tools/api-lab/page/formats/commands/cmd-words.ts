import type { ShellCommands } from './shell-commands.ts';

/** A word and where it ends. */
type Taken = { readonly text: string; readonly at: number };

/**
 * The commands of a text for cmd.exe, each word as the C library of the program that is started reads it. `%NAME%` stays. `undefined`: a
 * quote is not closed.
 */
export function cmdCommands(text: string): ShellCommands | undefined {
  const commands: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const space = /(?:[ \t]|\^?\r?\n)+/y;
    space.lastIndex = at;
    const [skipped] = space.exec(text) ?? [];
    if (skipped !== undefined) {
      at += skipped.length;
      if (skipped.replaceAll(/\^\r?\n/g, '').includes('\n') && text.startsWith('curl', at)) commands.push([]);
      continue;
    }
    const operator = /[&|]+(?=\s|$)|\d?[<>]\S*/y;
    operator.lastIndex = at;
    const [sign] = operator.exec(text) ?? [];
    if (sign !== undefined) {
      commands.push(/[<>]/.test(sign) ? [sign] : []);
      at += sign.length;
      continue;
    }
    const word = takeWord(text, at);
    if (word === undefined) return undefined;
    commands.at(-1)?.push(word.text);
    at = word.at;
  }
  return commands.filter(({ length }) => length > 0);
}

function takeWord(text: string, from: number): Taken | undefined {
  if (!text.startsWith('^"', from)) return takePlain(text, from);
  const written = takeWritten(text, from + 2);
  if (written === undefined || written.at >= text.length || /[\s^]/.test(text.charAt(written.at))) return written;
  const rest = takePlain(text, written.at);
  return rest === undefined ? undefined : { text: written.text + rest.text, at: rest.at };
}

/**
 * What a browser wrote between `^"` and `^"`. Chrome and Firefox double each backslash there, also where the C library would leave it, and
 * put a caret or a backslash before what they are not sure of. What they meant is read: the request that was copied.
 */
function takeWritten(text: string, from: number): Taken | undefined {
  let word = '';
  let at = from;
  const next = (): string | undefined => {
    const sign = /\^(?:\r?\n)?(\r\n|[\s\S])|([\s\S])/y;
    sign.lastIndex = at;
    const [whole = '', escaped, plain] = sign.exec(text) ?? [];
    at += whole.length;
    return escaped === '\r\n' ? '\n' : (escaped ?? plain);
  };
  for (let sign = next(); sign !== undefined; sign = next()) {
    if (sign === '"') return { text: word, at };
    if (sign !== '\\') word += sign;
    else {
      const escaped = next() ?? '';
      word += /["\\$`]/.test(escaped) ? escaped : `\\${escaped}`;
    }
  }
  return undefined;
}

/**
 * A word by the rules of cmd.exe (a caret escapes outside quotes) and, of what it hands on, those of the C library: backslashes count
 * before a quote alone, and two quotes within quotes are one.
 */
function takePlain(text: string, from: number): Taken | undefined {
  let [word, slashes, at] = ['', 0, from];
  let [isQuoted, isCaretQuoted] = [false, false];
  for (; at < text.length; at += 1) {
    let sign = text.charAt(at);
    const isEscaped = sign === '^' && !isCaretQuoted && at + 1 < text.length;
    if (isEscaped) {
      const [whole = '', literal = ''] = /^\^(?:\r?\n)?(\r\n|[\s\S])/.exec(text.slice(at, at + 6)) ?? [];
      at += whole.length - 1;
      sign = literal === '\r\n' ? '\n' : literal;
    } else if (!isQuoted && /\s/.test(sign)) break;
    if (sign === '\\') {
      slashes += 1;
      continue;
    }
    if (sign === '"') {
      if (!isEscaped) isCaretQuoted = !isCaretQuoted;
      word += '\\'.repeat(slashes >> 1);
      if (slashes % 2 === 1) word += '"';
      else if (isQuoted && text.charAt(at + 1) === '"') {
        word += '"';
        at += 1;
        isCaretQuoted = !isCaretQuoted;
      } else isQuoted = !isQuoted;
    } else word += '\\'.repeat(slashes) + sign;
    slashes = 0;
  }
  return isQuoted ? undefined : { text: word + '\\'.repeat(slashes), at };
}
