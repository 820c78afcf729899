import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Bytes } from './ports.ts';
import { invalidUtf8At, textOf, utf8 } from './text-bytes.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Why bytes are no JSON text, or an ambiguous one. `at`: the offending byte, counted from 0. */
export type JsonFault = {
  readonly code: 'not_utf8' | 'byte_order_mark' | 'syntax' | 'duplicate_name' | 'too_deep' | 'trailing';
  readonly at: number;
  /** The member that stands twice. */
  readonly name?: string;
};

/** How deep arrays and objects may lie in each other. */
const maxDepth = 64;

class Fault extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Parses JSON (RFC 8259), and refuses what parsers read differently: a name that stands twice, a byte order mark, bytes that are not UTF-8. */
export function parseStrictJson(bytes: Bytes): Result<Json, JsonFault> {
  const text = textOf(bytes);
  if (text === undefined) return fail({ code: 'not_utf8', at: invalidUtf8At(bytes) });
  if (text.startsWith('\ufeff')) return fail({ code: 'byte_order_mark', at: 0 });
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    reader.space();
    if (reader.at < text.length) reader.stop('trailing');
    return succeed(value);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return fail({ ...fault.fault, at: utf8(text.slice(0, fault.fault.at)).length });
  }
}

/** Whether a value is an object, and neither a list nor null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Reader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  stop(code: JsonFault['code'], at = this.at, name?: string): never {
    throw new Fault({ code, at, ...(name === undefined ? {} : { name }) });
  }

  space(): void {
    while (/[ \t\n\r]/.test(this.text.charAt(this.at))) this.at += 1;
  }

  value(depth: number): Json {
    this.space();
    const first = this.text.charAt(this.at);
    if (depth > maxDepth) this.stop('too_deep');
    if (first === '{') return this.object(depth);
    if (first === '[') return this.list(depth);
    if (first === '"') return this.string();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    return this.number();
  }

  private object(depth: number): JsonObject {
    const members = new Map<string, Json>();
    this.at += 1;
    this.space();
    if (this.skip('}')) return {};
    do {
      this.space();
      const nameAt = this.at;
      if (this.text.charAt(this.at) !== '"') this.stop('syntax');
      const name = this.string();
      if (members.has(name)) this.stop('duplicate_name', nameAt, name);
      this.space();
      if (!this.skip(':')) this.stop('syntax');
      members.set(name, this.value(depth + 1));
      this.space();
    } while (this.skip(','));
    if (!this.skip('}')) this.stop('syntax');
    // Defines each member by itself: a member named __proto__ is one like any other.
    return Object.fromEntries(members);
  }

  private list(depth: number): readonly Json[] {
    const values: Json[] = [];
    this.at += 1;
    this.space();
    if (this.skip(']')) return values;
    do {
      values.push(this.value(depth + 1));
      this.space();
    } while (this.skip(','));
    if (!this.skip(']')) this.stop('syntax');
    return values;
  }

  private string(): string {
    const pattern = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
    pattern.lastIndex = this.at;
    const [written] = pattern.exec(this.text) ?? [];
    if (written === undefined) this.stop('syntax', this.faultOfString());
    this.at += written.length;
    return JSON.parse(written) as string;
  }

  /** Where a string breaks off: at a control character, a wrong escape or the end. */
  private faultOfString(): number {
    const sound = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
    sound.lastIndex = this.at;
    return this.at + (sound.exec(this.text)?.[0].length ?? 0);
  }

  private number(): number {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = this.at;
    const [written] = pattern.exec(this.text) ?? [];
    if (written === undefined) this.stop('syntax');
    this.at += written.length;
    return Number(written);
  }

  private skip(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }
}
