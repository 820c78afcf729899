/** A TLSA record's data (RFC 6698 §2.1): the association data in lower-case hexadecimal. */
export type Tlsa = { readonly usage: number; readonly selector: number; readonly matchingType: number; readonly data: string };

/** The names of RFC 7218. */
export const usageNames = ['PKIX-TA', 'PKIX-EE', 'DANE-TA', 'DANE-EE'] as const;
const selectorNames = ['Cert', 'SPKI'] as const;
const matchingNames = ['Full', 'SHA2-256', 'SHA2-512'] as const;

/** Hexadecimal digits of each digest; a full certificate or key has any number. */
const digestLengths: Readonly<Record<number, number>> = { 1: 64, 2: 128 };

/** Why a record can never match anything; empty where it can. Usages are not looked at. */
export function faultOfTlsa({ usage, selector, matchingType, data }: Tlsa): string {
  if (usage >= usageNames.length) return `certificate usage ${usage} is not defined`;
  if (selector >= selectorNames.length) return `selector ${selector} is not defined`;
  if (matchingType >= matchingNames.length) return `matching type ${matchingType} is not defined`;
  const wanted = digestLengths[matchingType];
  if (data === '') return 'the association data is empty';
  if (wanted === undefined || data.length === wanted) return '';
  return `a ${matchingNames[matchingType]} digest has ${wanted / 2} bytes, this one has ${Math.ceil(data.length / 2)}`;
}

/** Whether SMTP uses a record: PKIX-TA and PKIX-EE are not for it (RFC 7672 §3.1.3). */
export function isForSmtp({ usage }: Tlsa): boolean {
  return usage === 2 || usage === 3;
}

/** `3 1 1 0123…`, as a zone file has it; data of more digits is cut. */
export function showTlsa({ usage, selector, matchingType, data }: Tlsa, maxDigits = 128): string {
  return `${usage} ${selector} ${matchingType} ${data.length > maxDigits ? `${data.slice(0, maxDigits)}…` : data}`;
}

/** The same, whole. */
export function showTlsaWhole({ usage, selector, matchingType, data }: Tlsa): string {
  return `${usage} ${selector} ${matchingType} ${data}`;
}

/** `DANE-EE, SPKI, SHA2-256`. */
export function nameTlsa({ usage, selector, matchingType }: Tlsa): string {
  const name = (names: readonly string[], number: number) => names[number] ?? String(number);
  return [name(usageNames, usage), name(selectorNames, selector), name(matchingNames, matchingType)].join(', ');
}

/** A record as a zone file has it, with or without its name in front, and its data in one piece or several. `undefined` where it is none. */
export function parseTlsa(text: string): (Tlsa & { readonly name: string }) | undefined {
  const words = text.replaceAll(/[()]/g, ' ').trim().split(/\s+/);
  const at = words.findIndex((word) => word.toUpperCase() === 'TLSA');
  const name = at === -1 ? '' : (words[0] ?? '');
  const [usage, selector, matchingType, ...data] = words.slice(at + 1).map((word) => word.toLowerCase());
  const numbers = [usage, selector, matchingType].map((word) => (/^\d{1,3}$/.test(word ?? '') ? Number(word) : 256));
  if (numbers.some((number) => number > 255) || data.length === 0) return undefined;
  const joined = data.join('');
  if (!/^[0-9a-f]+$/.test(joined)) return undefined;
  const [first = 0, second = 0, third = 0] = numbers;
  return { name: at > 0 ? name : '', usage: first, selector: second, matchingType: third, data: joined };
}

/** The port and transport of a record's name, `_25._tcp.mail.example.org`; `undefined` where it is no name of a TLSA record. */
export function placeOfTlsa(name: string): { readonly port: number; readonly transport: string; readonly host: string } | undefined {
  const [, port, transport, host] = /^_(\d{1,5})\._(tcp|udp|sctp)\.(.+?)\.?$/i.exec(name) ?? [];
  return port === undefined || transport === undefined || host === undefined || Number(port) > 65_535
    ? undefined
    : { port: Number(port), transport: transport.toLowerCase(), host: host.toLowerCase() };
}
