/** How a character of a line is quoted: not at all, by a backslash before it, or inside quotes. */
export type Quoting = 'bare' | 'escaped' | 'single' | 'double';

/** One character with its quoting; `isMark` is set for the quotes and backslashes that only quote. */
export type ScannedCharacter = { readonly character: string; readonly quoting: Quoting; readonly isMark: boolean };

/** A line read by bash's quoting rules, character by character, and how it ends. */
export type ScannedLine = {
  readonly characters: readonly ScannedCharacter[];
  /** What is still open at the end: a quote, or a backslash with nothing after it. */
  readonly open: "'" | '"' | '\\' | undefined;
};

/** What a backslash escapes inside double quotes (Bash manual §3.1.2.3). */
const escapedInDouble = '$`"\\';

/** Reads the quoting of a line (Bash manual §3.1.2). Never fails: what is left open is reported. */
export function scanLine(line: string): ScannedLine {
  const characters: ScannedCharacter[] = [];
  let quote: "'" | '"' | undefined;
  let escaping = false;
  const all = [...line];
  for (const [place, character] of all.entries()) {
    const quoting: Quoting = quote === "'" ? 'single' : quote === '"' ? 'double' : 'bare';
    if (escaping) {
      characters.push({ character, quoting: 'escaped', isMark: false });
      escaping = false;
    } else if (character === '\\' && (quoting === 'bare' || (quoting === 'double' && escapedInDouble.includes(all[place + 1] ?? ' ')))) {
      characters.push({ character, quoting, isMark: true });
      escaping = true;
    } else if ((character === "'" || character === '"') && (quote === undefined || quote === character)) {
      characters.push({ character, quoting, isMark: true });
      quote = quote === undefined ? character : undefined;
    } else characters.push({ character, quoting, isMark: false });
  }
  return { characters, open: escaping ? '\\' : quote };
}
