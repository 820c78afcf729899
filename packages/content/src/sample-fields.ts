/** Equal in everybody's files, whoever they are about. */
const neutral = new Set(['$schema', 'meta', 'copyrightYear']);

/**
 * The fields of a content file that still say what the sample says, by their paths, such as `name` or `work.0`. An entry of
 * a list counts as a whole, wherever in the list it stands. Both are values as JSON gives them.
 */
export function findSampleFields(sample: unknown, own: unknown, path = ''): readonly string[] {
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (isGroup(sample) && isGroup(own)) {
    const shared = Object.keys(own).filter((key) => Object.hasOwn(sample, key) && !(path === '' && neutral.has(key)));
    return shared.flatMap((key) => findSampleFields(sample[key], own[key], below(key)));
  }
  if (Array.isArray(sample) && Array.isArray(own)) {
    const known = new Set(sample.map(canonical));
    return own.flatMap((entry, index) => (known.has(canonical(entry)) ? [below(String(index))] : []));
  }
  return canonical(sample) === canonical(own) ? [path] : [];
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As text in which the order of fields does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isGroup(part) ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1))) : part,
  );
}
