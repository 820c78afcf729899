import { foldText } from './search-notes.ts';

/** A note as it is called: its name, the other names that it goes by, and its folder. */
type NamedNote = { readonly id: string; readonly name: string; readonly aliases: readonly string[]; readonly folder: string };

/** A note that a typed name may mean, and the name by which it does. */
type MatchedName = { readonly note: NamedNote; readonly name: string };

/**
 * The notes that a typed name may mean, the likeliest first: those that begin so, those with a word that does, those that hold it, and
 * those that have its letters in this order. Of equals the given order stays. Case and accents do not count.
 */
export function matchNames(notes: readonly NamedNote[], typed: string, limit: number): readonly MatchedName[] {
  const wanted = foldText(typed.trim());
  if (wanted === '') return notes.slice(0, limit).map((note) => ({ note, name: note.name }));
  const found: { readonly matched: MatchedName; readonly distance: number }[] = [];
  for (const note of notes) {
    let best: { readonly name: string; readonly distance: number } | undefined;
    for (const name of [note.name, ...note.aliases, ...(wanted.includes('/') ? [`${note.folder}/${note.name}`] : [])]) {
      // The path counts, but says more than what was meant.
      const distance = distanceOf(foldText(name), wanted) + (name === note.name ? 0 : 0.5);
      if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
    }
    if (best !== undefined)
      found.push({ matched: { note, name: note.aliases.includes(best.name) ? best.name : note.name }, distance: best.distance });
  }
  found.sort((one, other) => one.distance - other.distance);
  return found.slice(0, limit).map(({ matched }) => matched);
}

/** How far a name is from what was typed: the length counts within a kind of likeness. Infinite where it does not have its letters. */
function distanceOf(name: string, wanted: string): number {
  const at = name.indexOf(wanted);
  const length = Math.min(name.length, 999) / 1000;
  if (at === 0) return 1 + length;
  if (at > 0) return (/[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 5 : 3) + length;
  let place = -1;
  let first = -1;
  for (const sign of wanted) {
    if (sign === ' ') continue;
    place = name.indexOf(sign, place + 1);
    if (place < 0) return Number.POSITIVE_INFINITY;
    if (first < 0) first = place;
  }
  return 10 + (place - first) / 10 + length;
}
