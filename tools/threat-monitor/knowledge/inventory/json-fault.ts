const token = /\s*(?:([{}[\],:])|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null)/sy;
const visible = /\S/g;

/** Where a text that is no JSON has its first fault, as a position in it. Engines tell this in words of their own, or not at all. */
export function findJsonFault(text: string): number {
  const open: string[] = [];
  let wanted: 'value' | 'key' | 'colon' | 'next' = 'value';
  // A bracket may close at once after it was opened.
  let isFresh = false;
  for (let at = 0; ; ) {
    token.lastIndex = at;
    const found = token.exec(text);
    visible.lastIndex = at;
    const start = visible.exec(text)?.index ?? text.length;
    if (found === null) return start;
    const sign = found[1] ?? '';
    const isText = found[0].trimStart().startsWith('"');
    const closes: boolean = (sign === '}' || sign === ']') && open.at(-1) === (sign === '}' ? '{' : '[') && (wanted === 'next' || isFresh);
    if (closes) {
      open.pop();
      wanted = 'next';
    } else if (wanted === 'value' && (sign === '{' || sign === '[')) {
      open.push(sign);
      wanted = sign === '{' ? 'key' : 'value';
    } else if (wanted === 'value' && sign === '') wanted = 'next';
    else if (wanted === 'key' && isText) wanted = 'colon';
    else if (wanted === 'colon' && sign === ':') wanted = 'value';
    else if (wanted === 'next' && sign === ',' && open.length > 0) wanted = open.at(-1) === '{' ? 'key' : 'value';
    else return start;
    isFresh = !closes && (sign === '{' || sign === '[');
    at = token.lastIndex;
  }
}
