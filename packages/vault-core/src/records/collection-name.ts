const shape = /^[a-z][a-z0-9_]{0,62}$/;

/** Whether this is how a collection of sealed records may be called: as its table, in small letters. */
export function isCollection(name: unknown): name is string {
  return typeof name === 'string' && shape.test(name);
}
