/** Deepest nesting that `canonicalJson` writes; nothing the vault seals comes near. */
const deepest = 16;

/**
 * JSON with keys sorted by UTF-16 code units and no spaces (the member order of RFC 8785), so that equal values give equal
 * bytes. Members that are `undefined` are left out. A nesting beyond 16 is a bug of the caller and throws.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** Whether the platform's own writer gives the canonical text: what the vault seals by the ten thousand is built in order. */
function isInOrder(value: unknown, depth: number): boolean {
  if (!isObject(value)) return value !== undefined;
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isInOrder(item, depth + 1));
  let before = '';
  for (const name of Object.keys(value)) {
    if (name < before || !isInOrder(value[name], depth + 1)) return false;
    before = name;
  }
  return true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function write(value: unknown, depth: number): string {
  if (depth > deepest) throw new RangeError('nested too deeply');
  if (isInOrder(value, depth)) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member, depth + 1)}`).join(',')}}`;
}

/** The value that a JSON text holds, or `undefined` (which JSON cannot hold) where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
