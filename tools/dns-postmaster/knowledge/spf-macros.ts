import { type IpAddress, nibbles, writeIp } from '@castellan/foundation/ip-address';

/** A part of a macro string (RFC 7208 §7): text as it stands, or what is to be filled in. */
export type MacroPart =
  | string
  | {
      readonly letter: string;
      /** Written in upper case: what is filled in is escaped as in an address of the web. */
      readonly isEscaped: boolean;
      /** How many labels stay, counted from the right; all where it is 0. */
      readonly keep: number;
      readonly isReversed: boolean;
      readonly delimiters: string;
    };

/** What fills macros. `p` is looked up where it is wanted. */
export type MacroValues = {
  readonly sender: string;
  readonly domain: string;
  readonly helo: string;
  readonly address: IpAddress;
  readonly receiver: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly validatedName: () => Promise<string>;
};

const macro = /%(?:\{([slodiphcrtvSLODIPHCRTV])(\d*)(r?)([.\-+,/_=]*)\}|([%_-]))/y;
const literal = /[\x21-\x24\x26-\x7e ]+/y;

/** Reads a macro string; `undefined` where it is none. Spaces and the letters c, r and t are for explanations alone. */
export function parseMacroString(text: string, isExplanation = false): readonly MacroPart[] | undefined {
  const parts: MacroPart[] = [];
  let at = 0;
  while (at < text.length) {
    const pattern = text[at] === '%' ? macro : literal;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    const part = pattern === literal ? found[0] : readMacro(found);
    if (part === undefined) return undefined;
    if (!isExplanation && (typeof part === 'string' ? pattern === literal && part.includes(' ') : /[crt]/.test(part.letter)))
      return undefined;
    parts.push(part);
  }
  return parts;
}

function readMacro([, letter, digits = '', reverse, delimiters, mark]: RegExpExecArray): MacroPart | undefined {
  if (letter === undefined) return mark === '%' ? '%' : mark === '_' ? ' ' : '%20';
  // No number of labels is 0, and nobody has more than 128.
  if (digits !== '' && Number(digits) === 0) return undefined;
  return {
    letter: letter.toLowerCase(),
    isEscaped: letter !== letter.toLowerCase(),
    keep: Math.min(Number(digits), 128),
    isReversed: reverse !== '',
    delimiters: delimiters === undefined || delimiters === '' ? '.' : delimiters,
  };
}

/** Fills a macro string in. */
export async function expandMacros(parts: readonly MacroPart[], values: MacroValues): Promise<string> {
  const filled = await Promise.all(
    parts.map(async (part) => (typeof part === 'string' ? part : fill(part, await fillingOf(part.letter, values)))),
  );
  return filled.join('');
}

/** The text as a name to look up: from the left, labels are left out until 253 characters hold it (§7.3). */
export function fitName(expanded: string): string {
  let name = expanded.replace(/\.$/, '');
  while (name.length > 253 && name.includes('.')) name = name.slice(name.indexOf('.') + 1);
  return name.toLowerCase();
}

function fill({ isEscaped, keep, isReversed, delimiters }: Exclude<MacroPart, string>, value: string): string {
  const labels = splitAtAny(value, delimiters);
  if (isReversed) labels.reverse();
  const kept = (keep === 0 ? labels : labels.slice(-keep)).join('.');
  // Unlike encodeURIComponent, all that RFC 3986 does not call unreserved is escaped.
  return isEscaped ? encodeURIComponent(kept).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`) : kept;
}

function splitAtAny(value: string, delimiters: string): string[] {
  const parts = [''];
  for (const letter of value) {
    if (delimiters.includes(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

async function fillingOf(
  letter: string,
  { sender, domain, helo, address, receiver, timestamp, validatedName }: MacroValues,
): Promise<string> {
  const at = sender.lastIndexOf('@');
  switch (letter) {
    case 's':
      return sender;
    case 'l':
      return sender.slice(0, at);
    case 'o':
      return sender.slice(at + 1);
    case 'd':
      return domain;
    case 'i':
      return address.kind === 'ipv4' ? writeIp(address) : nibbles(address).join('.');
    case 'p':
      return validatedName();
    case 'v':
      return address.kind === 'ipv4' ? 'in-addr' : 'ip6';
    case 'h':
      return helo;
    case 'c':
      return writeIp(address);
    case 'r':
      return receiver;
    default:
      return String(timestamp);
  }
}
