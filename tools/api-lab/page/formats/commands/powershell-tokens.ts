/**
 * One token of a PowerShell script. `sign`: `@{ } @( ( ) , = ;`, a line break, or an operator. `isBare`: a word without quotes, such as
 * `-Uri`.
 * Variables within texts stay as they stand.
 */
export type PowerShellToken =
  | { readonly kind: 'text'; readonly text: string; readonly isBare: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'sign'; readonly sign: string };

const signs: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The tokens of a script (about_Quoting_Rules, about_Special_Characters). `undefined`: a quote is not closed. */
export function powerShellTokens(text: string): readonly PowerShellToken[] | undefined {
  const tokens: PowerShellToken[] = [];
  const add = (token: PowerShellToken) => void tokens.push(token);
  const open: string[] = [];
  const endless = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const match = (form: RegExp) => {
      form.lastIndex = at;
      const found = form.exec(text);
      if (found !== null) at += found[0].length;
      return found;
    };
    if (match(/[ \t\uFEFF]+|`\r?\n|#[^\n]*/y) !== null) continue;
    if (match(/\r?\n/y) !== null) {
      add({ kind: 'sign', sign: '\n' });
      continue;
    }
    const here = hereString(text, at, endless);
    if (here !== undefined) {
      at = here.at;
      add({ kind: 'text', text: here.text, isBare: false });
      continue;
    }
    const single = match(/'((?:[^']|'')*)'/y);
    if (single !== null) {
      add({ kind: 'text', text: (single[1] ?? '').replaceAll("''", "'"), isBare: false });
      continue;
    }
    const double = match(/"((?:[^"`]|`[\s\S]|"")*)"/y);
    if (double !== null) {
      add({ kind: 'text', text: expand(double[1] ?? '', true), isBare: false });
      continue;
    }
    if (/["']/.test(text.charAt(at))) return undefined;
    const variable = match(/\$\{([^}]{0,200})\}|\$(\w+(?:[.:]\w+)*)/y);
    if (variable !== null) {
      add({ kind: 'variable', name: (variable[1] ?? variable[2] ?? '').toLowerCase() });
      continue;
    }
    const [sign] = match(/@[{(]|\|\||&&|[{}(),;|&=<>]/y) ?? [];
    if (sign !== undefined) {
      if (/[{(]/.test(sign)) open.push(sign);
      else if (/[})]/.test(sign)) open.pop();
      add({ kind: 'sign', sign });
      continue;
    }
    // A name in a table ends at its equals sign; elsewhere such a sign is part of a word, as in an address.
    const bare = match(open.at(-1) === '@{' ? /(?:`[\s\S]|[^\s"'`(){},;|&=])+/y : /(?:`[\s\S]|[^\s"'`(){},;|])+/y) ?? match(/[\s\S]/y);
    add({ kind: 'text', text: unescapeBare(bare?.[0] ?? ''), isBare: true });
  }
  return tokens;
}

/**
 * A text from a line that ends with `@"` or `@'` to one that begins with `"@` or `'@`. `endless`: quotes that end nowhere further on, so
 * that many beginnings without an end are not followed to the end each time.
 */
function hereString(text: string, from: number, endless: Set<string>): { readonly text: string; readonly at: number } | undefined {
  const head = /@(["'])[ \t]*\r?\n/y;
  head.lastIndex = from;
  const [whole = '', quote = ''] = head.exec(text) ?? [];
  if (whole === '' || endless.has(quote)) return undefined;
  const start = from + whole.length;
  // The line break before the end is not part of it; an empty text has that of its beginning alone.
  const end = text.indexOf(`\n${quote}@`, start - 1);
  if (end < 0) {
    endless.add(quote);
    return undefined;
  }
  const body = text.slice(start, Math.max(start, end)).replace(/\r$/, '');
  return { text: quote === '"' ? expand(body, false) : body, at: end + 3 };
}

/** What a text in double quotes says: escapes, and characters by their number, as browsers write those outside ASCII. */
function expand(text: string, isQuoted: boolean): string {
  const form = /`u\{([0-9a-fA-F]{1,6})\}|`([\s\S])|\$\(\[char\](0x[0-9a-fA-F]+|\d+)\)|""/gi;
  return text.replaceAll(form, (whole: string, point?: string, sign?: string, code?: string) => {
    if (point !== undefined) return fromCodePoint(Number.parseInt(point, 16));
    if (sign !== undefined) return signs[sign] ?? sign;
    return code === undefined ? (isQuoted ? '"' : whole) : String.fromCharCode(Number(code));
  });
}

function unescapeBare(text: string): string {
  return text.replaceAll(/`([\s\S])/g, (_, sign: string) => signs[sign] ?? sign);
}

function fromCodePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
