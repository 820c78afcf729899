/** A link as Markdown writes it: `[label](address "title")`, or `![label](address)` for what it shows. */
export type WrittenLink = {
  readonly from: number;
  readonly to: number;
  readonly isEmbed: boolean;
  readonly label: string;
  /** With its angle brackets, where it has them. */
  readonly address: string;
};

const target = /\]\((<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\)/y;
const plain = /[^[\]\\\n]*/y;
const nested = /\[[^[\]\n]*\]/y;

/**
 * The links of a text, from its beginning on. A label holds no line break, and brackets only in pairs or behind a backslash. Takes
 * time in proportion to the text: where a label ends is remembered for each place in it, so that no bracket inside asks again.
 */
export function* findLinks(text: string): Generator<WrittenLink> {
  const endOf = createLabelEnds(text);
  let least = 0;
  for (let open = text.indexOf('['); open !== -1; open = text.indexOf('[', Math.max(open + 1, least))) {
    const end = endOf(open + 1);
    target.lastIndex = end;
    const found = end === none ? null : target.exec(text);
    if (found === null) continue;
    const isEmbed = open > least && text.charAt(open - 1) === '!';
    least = end + found[0].length;
    yield { from: isEmbed ? open - 1 : open, to: least, isEmbed, label: text.slice(open + 1, end), address: found[1] ?? '' };
  }
}

const none = -1;

/** Gives the place of the bracket that closes a label which goes on at a place; `none` where nothing closes it. */
function createLabelEnds(text: string): (place: number) => number {
  const known = new Map<number, number>();
  return (place) => {
    const passed: number[] = [];
    let at = place;
    let end = known.get(at);
    while (end === undefined) {
      passed.push(at);
      const next = stepFrom(text, at);
      if (next === none) end = none;
      else if (next === at) end = at;
      else {
        at = next;
        end = known.get(at);
      }
    }
    for (const one of passed) known.set(one, end);
    return end;
  };
}

/** The place of the next sign that counts in a label; the same place where the label ends there, `none` where it cannot go on. */
function stepFrom(text: string, at: number): number {
  plain.lastIndex = at;
  const next = at + (plain.exec(text)?.[0].length ?? 0);
  if (next > at) return next;
  switch (text.charAt(at)) {
    case ']':
      return at;
    case '\\':
      return /[\n\r\u2028\u2029]/.test(text.charAt(at + 1)) || at + 1 >= text.length ? none : at + 2;
    case '[':
      nested.lastIndex = at;
      return at + (nested.exec(text)?.[0].length ?? none - at);
    default:
      return none;
  }
}
