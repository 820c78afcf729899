import type { EntryField } from '../entries/entry.ts';
import { listOf, membersOf, textOf } from './read-json.ts';

const secretNames = /pass|secret|pin|cvv|cvc|code|private|key|token|ssn|number|license|licence/i;

/**
 * Every value that is not empty, each as a field named by its path (`card.brand`, `uris[1].uri`), so that what has no place
 * of its own is kept as a field. Values whose name sounds secret are hidden. Depth was limited when the file was read.
 */
export function flatten(value: unknown, path: string): readonly EntryField[] {
  const members = membersOf(value);
  if (members !== undefined) return [...members].flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`));
  if (Array.isArray(value)) return listOf(value).flatMap((inner, index) => flatten(inner, `${path}[${index}]`));
  const text = textOf(value);
  return text === '' || value === false ? [] : [{ name: path, value: text, hidden: secretNames.test(path) }];
}
