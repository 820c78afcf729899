/** A JSON object as a form changes it. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `pgp.fingerprint`; `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined), value);
}

/** The object with another value at a path. `undefined` takes the field away, and a group that is empty then. Fields keep their order. */
export function withValueAt(value: JsonObject, path: string, next: unknown): JsonObject {
  const [key = '', ...rest] = path.split('.');
  const before = Object.hasOwn(value, key) ? value[key] : undefined;
  const inner = rest.length === 0 ? next : withValueAt(isObject(before) ? before : {}, rest.join('.'), next);
  const isGone = inner === undefined || (rest.length > 0 && isObject(inner) && Object.keys(inner).length === 0);
  if (!isGone) return { ...value, [key]: inner };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
