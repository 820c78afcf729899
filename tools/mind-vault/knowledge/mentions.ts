import { foldText } from './search-notes.ts';

/** A place in which a note is named without a link: offsets of its text. */
export type Mention = { readonly from: number; readonly to: number };

/** Shorter names stand in too many words. */
const shortestName = 3;

const isWord = (sign: string) => /[\p{L}\p{M}\p{N}_]/u.test(sign);

/**
 * The places of a text that name a note without a link to it: whole words, in any case. `taken` are the stretches that are links, code
 * or properties, in their order. At most `most` are found. Takes time in proportion to the text.
 */
export function findMentions(text: string, names: readonly string[], taken: readonly Mention[], most: number): readonly Mention[] {
  const folded = text.toLowerCase();
  // Where the case changes how long a text is, its places would be others.
  if (folded.length !== text.length) return [];
  const found: Mention[] = [];
  for (const name of names.map((one) => one.trim().toLowerCase()).filter((one) => one.length >= shortestName)) {
    let next = 0;
    let takenTo = 0;
    for (let at = folded.indexOf(name); at >= 0 && found.length < most; at = folded.indexOf(name, at + name.length)) {
      const to = at + name.length;
      const isWhole =
        !(isWord(name.charAt(0)) && isWord(folded.charAt(at - 1))) && !(isWord(name.charAt(name.length - 1)) && isWord(folded.charAt(to)));
      // Both stand in the order of the text: of all that begin before, the one that goes furthest decides.
      for (let one = taken[next]; one !== undefined && one.from < to; one = taken[next]) {
        takenTo = Math.max(takenTo, one.to);
        next += 1;
      }
      const isFree = takenTo <= at && found.every((one) => one.to <= at || one.from >= to);
      if (isWhole && isFree) found.push({ from: at, to });
    }
  }
  return found.sort((one, other) => one.from - other.from);
}

/** The text with a mention made a link: with the words that stand there, where they are not the target itself. */
export function linkMention(text: string, { from, to }: Mention, target: string): string {
  const words = text.slice(from, to);
  return `${text.slice(0, from)}[[${target}${foldText(target) === foldText(words) && target === words ? '' : `|${words}`}]]${text.slice(to)}`;
}
