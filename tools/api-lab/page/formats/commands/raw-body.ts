import type { Body, Pair } from '../../model.ts';
import { splitQuery } from '../../sending/build-request.ts';

/** What curl and Invoke-WebRequest say of a body whose type nobody gave. */
export const formType = 'application/x-www-form-urlencoded';

/** What an address may hold in its query (RFC 3986 §3.4), as names with values: such text is read as a form, and means the same sent as one. */
const wellFormed = /^(?:[\w.~!$'()*,;:@/?+-]|%[0-9A-Fa-f]{2})+=(?:[\w.~!$'()*,;:@/?=+-]|%[0-9A-Fa-f]{2})*$/;

/** A body that was given as text, and the headers that it is sent with: with its type, where the body does not bring it. */
export function readRawBody(text: string, headers: readonly Pair[]): { readonly body: Body; readonly headers: Pair[] } {
  const given = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  const type = given?.value ?? formType;
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
  const fields = isForm ? readFields(text) : undefined;
  if (fields !== undefined) {
    const isPlain = type.trim().toLowerCase() === formType;
    return { body: { kind: 'form', fields }, headers: headers.filter((header) => header !== given || !isPlain) };
  }
  const body: Body = { kind: /json/i.test(type) ? 'json' : 'text', text };
  return { body, headers: given === undefined ? [...headers, { name: 'Content-Type', value: formType, enabled: true }] : [...headers] };
}

function readFields(text: string): Pair[] | undefined {
  if (!text.split('&').every((part) => wellFormed.test(part))) return undefined;
  const fields: Pair[] = [];
  for (const { name, value } of splitQuery(`?${text}`).query) {
    const pair = [decode(name), decode(value)] as const;
    if (pair[0] === undefined || pair[0] === '' || pair[1] === undefined) return undefined;
    fields.push({ name: pair[0], value: pair[1], enabled: true });
  }
  return fields;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
