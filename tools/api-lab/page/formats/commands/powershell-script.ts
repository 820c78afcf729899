import { type PowerShellToken, powerShellTokens } from './powershell-tokens.ts';

/** A value as far as a request can hold one. `session`: what a WebRequestSession was given. */
export type PowerShellValue =
  | { readonly kind: 'text'; readonly text: string; readonly isBare: boolean }
  | { readonly kind: 'table'; readonly entries: Map<string, string> }
  | { readonly kind: 'session'; userAgent: string | undefined; readonly cookies: string[] }
  | { readonly kind: 'unknown' };

/** The commands of a script, each with its words; variables that it set before are filled in. `undefined`: a quote is not closed. */
export function powerShellCommands(text: string): readonly (readonly PowerShellValue[])[] | undefined {
  const tokens = powerShellTokens(text);
  if (tokens === undefined) return undefined;
  const script = new Script(tokens);
  const commands: (readonly PowerShellValue[])[] = [];
  for (let command = script.statement(); command !== undefined; command = script.statement())
    if (command.length > 0) commands.push(command);
  return commands;
}

const unknown: PowerShellValue = { kind: 'unknown' };

class Script {
  private readonly variables = new Map<string, PowerShellValue>();
  private readonly tokens: readonly PowerShellToken[];
  private at = 0;

  constructor(tokens: readonly PowerShellToken[]) {
    this.tokens = tokens;
  }

  /** The next statement as a command; empty where it only set a variable, `undefined` at the end. */
  statement(): readonly PowerShellValue[] | undefined {
    while (this.isSign('\n', ';', '|', '&', '||', '&&')) this.at += 1;
    const first = this.tokens[this.at];
    if (first === undefined) return undefined;
    if (first.kind === 'variable') {
      this.at += 1;
      return this.assign(first.name);
    }
    return this.command();
  }

  private command(): readonly PowerShellValue[] {
    const words: PowerShellValue[] = [];
    while (this.at < this.tokens.length && !this.isSign('\n', ';', '|', '||', '&&')) words.push(this.value());
    return words;
  }

  /** `$name = …`, `$name.Property = …`, `$name["key"] = …` and `$name.Add(…)`. A command on the right is handed on. */
  private assign(name: string): readonly PowerShellValue[] {
    const [variable = '', ...members] = name.split('.');
    const held = this.variables.get(variable);
    if (this.isSign('(')) {
      const given = this.list();
      if (held?.kind === 'table' && members.at(-1) === 'add') setIn(held, given);
      if (held?.kind === 'session' && members.at(-1) === 'add') addCookie(held, given);
      return [];
    }
    const index = this.index();
    if (!this.isSign('=')) return this.command().slice(0, 0);
    this.at += 1;
    const right = this.command();
    const [value = unknown] = right;
    if (held?.kind === 'session' && members[0] === 'useragent' && value.kind === 'text') held.userAgent = value.text;
    else if (held?.kind === 'table' && index !== undefined) setIn(held, [index, value]);
    else if (value.kind === 'text' && value.isBare && right.length > 1) {
      if (/^new-object$/i.test(value.text)) this.variables.set(variable, made(right[1]));
      else return right;
    } else if (members.length === 0) this.variables.set(variable, value);
    return [];
  }

  /** `["key"]` behind a variable. */
  private index(): PowerShellValue | undefined {
    const open = this.tokens[this.at];
    if (open?.kind !== 'text' || !open.isBare || open.text !== '[') return undefined;
    const key = this.tokens[this.at + 1];
    this.at += 3;
    return key?.kind === 'text' ? { kind: 'text', text: key.text, isBare: false } : undefined;
  }

  private value(): PowerShellValue {
    const token = this.tokens[this.at];
    if (token === undefined) return unknown;
    if (token.kind === 'text') {
      this.at += 1;
      return { kind: 'text', text: token.text, isBare: token.isBare };
    }
    if (token.kind === 'variable') {
      this.at += 1;
      return this.variables.get(token.name) ?? { kind: 'text', text: `$${token.name}`, isBare: false };
    }
    if (token.sign === '@{') return this.table();
    if (token.sign === '(' || token.sign === '@(') return this.parenthesis();
    this.at += 1;
    return unknown;
  }

  private table(): PowerShellValue {
    const entries = new Map<string, string>();
    this.at += 1;
    while (this.at < this.tokens.length && !this.isSign('}')) {
      if (this.isSign('\n', ';', ',')) {
        this.at += 1;
        continue;
      }
      const key = this.value();
      if (this.isSign('=')) this.at += 1;
      setIn({ entries }, [key, this.value()]);
    }
    this.at += 1;
    return { kind: 'table', entries };
  }

  /** `(value)`, and the bytes of a text: `([System.Text.Encoding]::UTF8.GetBytes("…"))`. */
  private parenthesis(): PowerShellValue {
    const values = this.list();
    const [first] = values;
    // A word without quotes is a command, whose answer is not known.
    if (values.length === 1) return first?.kind === 'text' && first.isBare && !/^[\d.]+$/.test(first.text) ? unknown : (first ?? unknown);
    const isBytes = first?.kind === 'text' && first.isBare && /::UTF8\.GetBytes$/i.test(first.text);
    const isObject = first?.kind === 'text' && /^new-object$/i.test(first.text);
    if (isBytes && values.length === 2) return values[1] ?? unknown;
    // Its arguments stand in a list of their own, which `list` has read as one value after its type.
    return isObject ? (values[2] ?? unknown) : unknown;
  }

  /** What stands between parentheses, nested ones as what they come to. */
  private list(): readonly PowerShellValue[] {
    const values: PowerShellValue[] = [];
    this.at += 1;
    while (this.at < this.tokens.length && !this.isSign(')')) {
      if (this.isSign(',', '\n')) this.at += 1;
      else if (this.isSign('(') && isType(values.at(-1))) values.push(argumentsOf(this.list()));
      else values.push(this.value());
    }
    this.at += 1;
    return values;
  }

  private isSign(...wanted: readonly string[]): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && wanted.includes(token.sign);
  }
}

/** A type whose arguments follow at once: `System.Net.Cookie(…)`, `[…]::UTF8.GetBytes(…)`. */
function isType(value: PowerShellValue | undefined): boolean {
  return value?.kind === 'text' && value.isBare && /^[A-Za-z[].*\w$/.test(value.text);
}

/** One argument is itself; of several the first is a name and the second its value, as a cookie has them. */
function argumentsOf(values: readonly PowerShellValue[]): PowerShellValue {
  const [name, value] = values;
  if (values.length === 1) return name ?? unknown;
  return name?.kind === 'text' && value?.kind === 'text' ? { kind: 'table', entries: new Map([[name.text, value.text]]) } : unknown;
}

function setIn({ entries }: { readonly entries: Map<string, string> }, [key, value]: readonly PowerShellValue[]): void {
  if (key?.kind === 'text') entries.set(key.text, value?.kind === 'text' ? value.text : '');
}

function addCookie({ cookies }: { readonly cookies: string[] }, [cookie]: readonly PowerShellValue[]): void {
  if (cookie?.kind === 'table') for (const [name, value] of cookie.entries) cookies.push(`${name}=${value}`);
}

/** A new object by its type: a session, or a dictionary. */
function made(type: PowerShellValue | undefined): PowerShellValue {
  const name = type?.kind === 'text' ? type.text : '';
  if (/WebRequestSession$/i.test(name)) return { kind: 'session', userAgent: undefined, cookies: [] };
  return /Dictionary|Hashtable/i.test(name) ? { kind: 'table', entries: new Map() } : unknown;
}
