/** A character that is not seen, or looks like another one. `at`: its place in UTF-16 units. */
export type OddCharacter = {
  readonly kind: 'invisible' | 'direction' | 'space' | 'control' | 'look_alike' | 'surrogate';
  readonly at: number;
  readonly line: number;
  /** `U+200B`. */
  readonly code: string;
  readonly name: string;
};

const named: ReadonlyMap<number, readonly [OddCharacter['kind'], string]> = new Map([
  [0x00a0, ['space', 'no-break space']],
  [0x00ad, ['invisible', 'soft hyphen']],
  [0x034f, ['invisible', 'combining grapheme joiner']],
  [0x061c, ['direction', 'Arabic letter mark']],
  [0x180e, ['invisible', 'Mongolian vowel separator']],
  [0x2007, ['space', 'figure space']],
  [0x200b, ['invisible', 'zero width space']],
  [0x200c, ['invisible', 'zero width non-joiner']],
  [0x200e, ['direction', 'left-to-right mark']],
  [0x200f, ['direction', 'right-to-left mark']],
  [0x202a, ['direction', 'left-to-right embedding']],
  [0x202b, ['direction', 'right-to-left embedding']],
  [0x202c, ['direction', 'pop directional formatting']],
  [0x202d, ['direction', 'left-to-right override']],
  [0x202e, ['direction', 'right-to-left override']],
  [0x202f, ['space', 'narrow no-break space']],
  [0x2060, ['invisible', 'word joiner']],
  [0x2061, ['invisible', 'function application']],
  [0x2062, ['invisible', 'invisible times']],
  [0x2063, ['invisible', 'invisible separator']],
  [0x2066, ['direction', 'left-to-right isolate']],
  [0x2067, ['direction', 'right-to-left isolate']],
  [0x2068, ['direction', 'first strong isolate']],
  [0x2069, ['direction', 'pop directional isolate']],
  [0x3000, ['space', 'ideographic space']],
  [0x3164, ['invisible', 'Hangul filler']],
  [0xfeff, ['invisible', 'byte order mark, zero width no-break space']],
]);

const suspects =
  /(?![\t\n\r])\p{Cc}|\u034f|[\xa0\xad\u061c\u180e\u2007\u200b\u200c\u200e\u200f\u202a-\u202f\u2060-\u2063\u2066-\u2069\u3000\u3164\ufeff\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Cyrillic and Greek letters that Latin ones are mistaken for. */
const lookAlikes = new Map(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSαaοoρpυuνvιiΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'.matchAll(/(.)(.)/gu),
    ([, odd = '', plain = '']) => [odd, plain],
  ),
);

/** Finds what is not seen and what looks like something else, at most so many. Zero width joiners inside emoji are none of them. */
export function findOddCharacters(text: string, most: number): readonly OddCharacter[] {
  const found: Omit<OddCharacter, 'line'>[] = [];
  for (const match of text.matchAll(suspects)) {
    if (found.length >= most) break;
    found.push(describe(match.index, match[0]));
  }
  // Only what is mixed with Latin letters in one word is suspect: whole words of Cyrillic or Greek are just that.
  if (/[\u0370-\u052f]/.test(text))
    for (const { 0: word, index } of text.matchAll(words)) {
      if (found.length >= 2 * most) break;
      if (!/\p{Script=Latin}/u.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) continue;
      let at = index;
      for (const character of word) {
        const plain = lookAlikes.get(character);
        if (plain !== undefined)
          found.push({ kind: 'look_alike', at, code: codeOf(character), name: `${character}, which looks like Latin ${plain}` });
        at += character.length;
      }
    }
  return withLines(text, found.toSorted((one, other) => one.at - other.at).slice(0, most));
}

function describe(at: number, character: string): Omit<OddCharacter, 'line'> {
  const code = character.codePointAt(0) ?? 0;
  const [kind, name] =
    named.get(code) ??
    (code >= 0xe0000
      ? (['invisible', 'tag character'] as const)
      : code >= 0xd800
        ? (['surrogate', 'half of a surrogate pair'] as const)
        : (['control', 'control character'] as const));
  return { kind, at, code: codeOf(character), name };
}

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function withLines(text: string, found: readonly Omit<OddCharacter, 'line'>[]): readonly OddCharacter[] {
  let line = 1;
  let from = 0;
  return found.map((odd) => {
    for (let next = text.indexOf('\n', from); next >= 0 && next < odd.at; next = text.indexOf('\n', from)) {
      line += 1;
      from = next + 1;
    }
    return { ...odd, line };
  });
}

/** The text without invisible characters and directional controls, with plain spaces for odd ones. Look-alikes stay: which letter was meant is the writer's to say. */
export function removeHidden(text: string): string {
  return text.replaceAll(suspects, (character) => {
    const { kind } = describe(0, character);
    return kind === 'space' ? ' ' : kind === 'surrogate' ? '\ufffd' : '';
  });
}
