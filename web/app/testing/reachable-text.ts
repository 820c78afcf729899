/**
 * The places where a script that walks from the page's elements to what the drawing library keeps beside them finds a text: a
 * path of property names each. Looks at everything reachable, former states included.
 */
export function reachableText(needle: string): readonly string[] {
  const found: string[] = [];
  const seen = new Set<object>();
  const queue: { readonly value: object; readonly path: string }[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && value.includes(needle)) found.push(path);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    queue.push({ value, path });
  };
  for (const element of document.querySelectorAll('*')) visit(element, element.localName);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, path } = next;
    if (value instanceof Map) for (const [key, item] of value) for (const one of [key, item]) visit(one, `${path}{}`);
    if (value instanceof Set) for (const item of value) visit(item, `${path}{}`);
    // Of a node only what was put onto it: its own text is looked for elsewhere.
    for (const name of value === window ? [] : Object.getOwnPropertyNames(value)) visit(readOf(value, name), `${path}.${name}`);
  }
  return found;
}

/** Only what is stored: a getter computes, and some warn. */
function readOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
