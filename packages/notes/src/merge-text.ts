import { diffArrays } from 'diff';

/** A stretch of a merged text: what is settled, or a place that both sides changed and that only a person can decide. */
export type MergedPart =
  | { readonly kind: 'settled'; readonly text: string }
  /** `mine` and `theirs` are what the place becomes if that side is kept; what the other one changed beside it is in both. */
  | { readonly kind: 'contested'; readonly base: string; readonly mine: string; readonly theirs: string };

/** What a place becomes that both sides changed. `both`: one after the other. */
export type Preference = 'mine' | 'theirs' | 'both';

/**
 * Insertions and deletions that are looked for in one comparison. Its time grows with their square, so that two texts with little in
 * common are a question to the owner and not a page that stands still.
 */
const maxEdits = 1_000;

/**
 * Merges two texts that came from a third, by lines; lines that both changed, by words. A change of one side alone is taken, the same
 * change of both is taken once, and two insertions at one place are contested.
 */
export function mergeText(base: string, mine: string, theirs: string): readonly MergedPart[] {
  if (mine === theirs || base === theirs) return settled(mine);
  if (base === mine) return settled(theirs);
  const parts = mergeTokens(linesOf(base), linesOf(mine), linesOf(theirs), false);
  if (parts === undefined) return [{ kind: 'contested', base, mine, theirs }];
  return joined(parts.flatMap((part) => (part.kind === 'settled' ? [part] : mergeWords(part))));
}

/** The merged text. `undefined` where a place is contested and nothing is preferred. */
export function textOfParts(parts: readonly MergedPart[], preference?: Preference): string | undefined {
  if (preference === undefined && parts.some(({ kind }) => kind === 'contested')) return undefined;
  return parts.map((part) => (part.kind === 'settled' ? part.text : textOfPlace(part, preference ?? 'mine'))).join('');
}

/** What a contested place becomes. */
export function textOfPlace({ mine, theirs }: MergedPart & { readonly kind: 'contested' }, preference: Preference): string {
  if (preference !== 'both') return preference === 'mine' ? mine : theirs;
  if (mine === '' || theirs === '') return mine + theirs;
  return /\n$/.test(mine) ? mine + theirs : `${mine}\n${theirs}`;
}

type Contested = MergedPart & { readonly kind: 'contested' };

/** Lines that both changed, compared by words. Where words are contested the lines are, each side with what else was changed in them. */
function mergeWords({ base, mine, theirs }: Contested): readonly MergedPart[] {
  const parts = mergeTokens(wordsOf(base), wordsOf(mine), wordsOf(theirs), true);
  if (parts === undefined) return [{ kind: 'contested', base, mine, theirs }];
  const text = textOfParts(parts);
  if (text !== undefined) return settled(text);
  return [{ kind: 'contested', base, mine: textOfParts(parts, 'mine') ?? mine, theirs: textOfParts(parts, 'theirs') ?? theirs }];
}

/** One change of a text: the tokens from `from` up to `to` become others. */
type Change = { readonly from: number; readonly to: number; readonly put: string; readonly isMine: boolean };

/**
 * Merges token by token; `undefined` where the texts differ too much to be compared. `joins`: changes that touch are one place, because
 * two words must not become one.
 */
function mergeTokens(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  joins: boolean,
): readonly MergedPart[] | undefined {
  const [own, other] = [changesOf(base, mine, true), changesOf(base, theirs, false)];
  if (own === undefined || other === undefined) return undefined;
  const parts: MergedPart[] = [];
  const textOf = (from: number, to: number) => base.slice(from, to).join('');
  let at = 0;
  for (const { from, to, changes } of placesOf([...own, ...other], joins)) {
    const [left, right] = [true, false].map((isMine) => changes.filter((change) => change.isMine === isMine));
    const [mineHere = '', theirsHere = ''] = [left, right].map((one = []) => textAfter(textOf, from, to, one));
    parts.push({ kind: 'settled', text: textOf(at, from) });
    if (left?.length === 0 || mineHere === theirsHere) parts.push({ kind: 'settled', text: theirsHere });
    else if (right?.length === 0) parts.push({ kind: 'settled', text: mineHere });
    else parts.push({ kind: 'contested', base: textOf(from, to), mine: mineHere, theirs: theirsHere });
    at = to;
  }
  return joined([...parts, { kind: 'settled', text: textOf(at, base.length) }]);
}

/** A stretch of the text that all came from, with the changes in it. */
type Place = { from: number; to: number; readonly changes: Change[] };

/**
 * Puts changes together that reach into each other, or insert at one point. Otherwise one that begins where another ends is by itself,
 * unless that leaves a line without its end: what follows would become a part of its last word.
 */
function placesOf(changes: readonly Change[], joins: boolean): readonly Place[] {
  const places: Place[] = [];
  for (const change of changes.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const last = places.at(-1);
    const touches = last?.to === change.from && (joins || last.from === change.to || last.changes.some(leavesLineOpen));
    if (last === undefined || !(change.from < last.to || touches)) places.push({ from: change.from, to: change.to, changes: [change] });
    else {
      last.to = Math.max(last.to, change.to);
      last.changes.push(change);
    }
  }
  return places;
}

const leavesLineOpen = ({ put }: Change): boolean => put !== '' && !put.endsWith('\n');

/** What changes make of a stretch. */
function textAfter(textOf: (from: number, to: number) => string, from: number, to: number, changes: readonly Change[]): string {
  let [text, at] = ['', from];
  for (const change of changes) {
    text += textOf(at, change.from) + change.put;
    at = change.to;
  }
  return text + textOf(at, to);
}

/** What made one text of another; `undefined` where that is too much. */
function changesOf(base: readonly string[], made: readonly string[], isMine: boolean): readonly Change[] | undefined {
  const found = diffArrays([...base], [...made], { maxEditLength: maxEdits });
  if (found === undefined) return undefined;
  const changes: Change[] = [];
  let at = 0;
  for (const { added, removed, value } of found) {
    const last = changes.at(-1);
    const [to, put] = removed ? [at + value.length, ''] : [at, added ? value.join('') : ''];
    if (added || removed) {
      if (last?.to === at) changes[changes.length - 1] = { ...last, to, put: last.put + put };
      else changes.push({ from: at, to, put, isMine });
    }
    at = added ? at : at + value.length;
  }
  return changes;
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Words, the space between them, and every other sign by itself. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];

const settled = (text: string): readonly MergedPart[] => (text === '' ? [] : [{ kind: 'settled', text }]);

/** Neighbouring settled stretches as one. */
function joined(parts: readonly MergedPart[]): readonly MergedPart[] {
  const all: MergedPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind === 'settled' && last?.kind === 'settled') all[all.length - 1] = { kind: 'settled', text: last.text + part.text };
    else if (part.kind === 'contested' || part.text !== '') all.push(part);
  }
  return all;
}
