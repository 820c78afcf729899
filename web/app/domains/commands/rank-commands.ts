import type { Command, CommandGroup } from './command.ts';

/** Rows that a palette shows at the most. */
export const shownLimit = 50;

/** How well one word fits one text: from a whole title down to letters that stand in it in their order; 0 where they do not. */
export function fitOf(word: string, text: string): number {
  if (text === word) return 100;
  if (text.startsWith(word)) return 80;
  const at = text.indexOf(word);
  if (at > 0) {
    // The first place may lie within a word, and a later one begin it.
    for (let place = at; place > 0; place = text.indexOf(word, place + 1)) if (!isLetter(text[place - 1])) return 60;
    return 40;
  }
  return word.length < 2 ? 0 : scatteredFit(word, text);
}

/** 5 to 30 where the letters stand in the text in their order: the fewer steps and the more word beginnings, the better. */
function scatteredFit(word: string, text: string): number {
  let from = 0;
  let runs = 0;
  let beginnings = 0;
  for (let index = 0; index < word.length; index += 1) {
    const letter = word[index] ?? '';
    const at = nextPlace(letter, text, from);
    if (at < 0) return 0;
    if (index === 0 || at !== from) runs += 1;
    if (at === 0 || !isLetter(text[at - 1])) beginnings += 1;
    from = at + 1;
  }
  // Letters strewn one by one within words are chance, not meaning.
  if (runs > 1 + word.length / 2 && beginnings < runs) return 0;
  return Math.max(5, 20 + 10 * (beginnings / word.length) - 5 * (runs - 1));
}

/** The letter right here, else where it begins a word, else anywhere further on. */
function nextPlace(letter: string, text: string, from: number): number {
  if (from > 0 && text[from] === letter) return from;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) if (at === 0 || !isLetter(text[at - 1])) return at;
  return text.indexOf(letter, from);
}

function isLetter(character: string | undefined): boolean {
  if (character === undefined || character === ' ') return false;
  // Asked some hundred thousand times for a key press: the plain letters without an expression.
  return (character >= 'a' && character <= 'z') || /[\p{L}\p{N}]/u.test(character);
}

/** Without case and accents, as words are compared. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type Folded = { readonly title: string; readonly rest: string };
const folded = new WeakMap<Command, Folded>();

function foldedOf(command: Command): Folded {
  const known = folded.get(command) ?? { title: fold(command.title), rest: fold(`${command.note ?? ''} ${command.keywords}`).trim() };
  folded.set(command, known);
  return known;
}

const groupWeights: Readonly<Record<CommandGroup, number>> = {
  View: 4,
  Section: 4,
  App: 3,
  Action: 3,
  Page: 3,
  'Case study': 2,
  Project: 2,
  Setting: 2,
  Tool: 2,
  Post: 0,
  Record: 0,
};

/** What a command used lately gains: the latest most. */
function recencyWeight(place: number): number {
  return place < 0 ? 0 : Math.max(2, 24 - 3 * place);
}

/**
 * The commands that every word of the query fits, the best first, at most `shownLimit`. A title counts more than what stands
 * beside it, a beginning more than a middle, and of equals what was used lately.
 */
export function rankCommands(query: string, commands: readonly Command[], recentIds: readonly string[]): readonly Command[] {
  const whole = fold(query.trim());
  const words = whole.split(/\s+/).filter((word) => word !== '');
  const places = new Map(recentIds.map((id, place) => [id, place]));
  const scored: { readonly command: Command; readonly score: number }[] = [];
  for (const command of commands) {
    const fit = fitOfAll(whole, words, foldedOf(command));
    if (fit === 0) continue;
    const score = fit + groupWeights[command.group] + recencyWeight(places.get(command.id) ?? -1) - Math.min(10, command.title.length / 12);
    scored.push({ command, score });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.command.title.localeCompare(other.command.title))
    .slice(0, shownLimit)
    .map(({ command }) => command);
}

function fitOfAll(whole: string, words: readonly string[], { title, rest }: Folded): number {
  if (words.length === 0) return 1;
  let sum = 0;
  for (const word of words) {
    const fit = Math.max(fitOf(word, title), fitBeside(word, rest));
    if (fit === 0) return 0;
    sum += fit;
  }
  // Words that stand in the title as they were typed are more than the same words scattered.
  return sum / words.length + (words.length > 1 && title.includes(whole) ? 20 : 0);
}

/** Beside the title only whole pieces count: in long texts scattered letters are always found. */
function fitBeside(word: string, rest: string): number {
  const at = rest.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || !isLetter(rest[at - 1]) ? 35 : 12;
}
