import type { RandomBytes } from '@castellan/foundation/randomness';
import { encodeClientHello, type HelloOffer } from '@castellan/probes/tls/client-hello';
import type { OfferedProtocol, ProtocolName } from '@castellan/probes/tls/protocol';
import { cipherSuites, legacySuites, suiteName, tls13Suites } from './cipher-suites.ts';
import { groupName, legacyGroups, tls13Groups } from './groups.ts';
import { alerts, isWholeAnswer, readServerAnswer, type ServerAnswer, type ServerFlight } from './server-answer.ts';
import { encodeSsl2Hello, isWholeSsl2, readSsl2Hello } from './ssl2.ts';

/**
 * Sends bytes over a connection of their own and gives what came back until `isWhole`, or until the other side hung up or was
 * silent for too long: then less, or nothing. Rejects once the whole inspection is over.
 */
export type Ask = (bytes: Uint8Array, isWhole: (answer: Uint8Array) => boolean) => Promise<Uint8Array>;

/** What an enumeration needs: the way to the server, its name, and randomness. */
export type Enumeration = { readonly ask: Ask; readonly serverName: string | undefined; readonly randomBytes: RandomBytes };

/** One protocol as the server offers it, and flights that showed certificates, one for each kind of key. */
export type EnumeratedProtocol = OfferedProtocol & { readonly flights: readonly ServerFlight[] };

type HelloProtocol = HelloOffer['protocol'];

/** Suites in one hello to servers that choke on hundreds of them. */
const chunkSize = 96;

/** Sends one hello and reads the answer. */
export async function sayHello(
  { ask, serverName, randomBytes }: Enumeration,
  offer: Omit<HelloOffer, 'random' | 'serverName'>,
  wants: 'hello' | 'flight' = 'hello',
): Promise<ServerAnswer> {
  const hello = encodeClientHello({ ...offer, random: randomBytes(32), ...(serverName === undefined ? {} : { serverName }) });
  return readServerAnswer(await ask(hello, (bytes) => isWholeAnswer(bytes, wants === 'hello' || offer.protocol === 'TLSv1.3')));
}

/** Everything that the server offers in SSLv2; `undefined` where it does not speak it. */
export async function enumerateSsl2({ ask, randomBytes }: Enumeration): Promise<OfferedProtocol | undefined> {
  const hello = readSsl2Hello(await ask(encodeSsl2Hello(randomBytes(16)), isWholeSsl2));
  if (hello === undefined || hello.ciphers.length === 0) return undefined;
  // The client chooses in SSLv2.
  return { name: 'SSLv2', suites: hello.ciphers, serverOrder: false, groups: [] };
}

/** Everything that the server offers in one protocol; `undefined` where it does not speak it. */
export async function enumerateProtocol(given: Enumeration, name: Exclude<ProtocolName, 'SSLv2'>): Promise<EnumeratedProtocol | undefined> {
  const withShare = name === 'TLSv1.3' && !(await answersWithoutShare(given));
  const codes = await findSuites(given, name, withShare);
  if (codes.length === 0) return undefined;
  const [serverOrder, groups, flights] = await Promise.all([
    hasServerOrder(given, name, codes, withShare),
    findGroups(given, name, codes),
    name === 'TLSv1.3' ? [] : findFlights(given, name, codes),
  ]);
  return { name, suites: codes.map(suiteName), serverOrder, groups: groups.map(groupName), ...primeOf(flights), flights };
}

/** Servers may answer a hello without a share with the group they want; some break off instead. */
async function answersWithoutShare(given: Enumeration): Promise<boolean> {
  const answer = await sayHello(given, { protocol: 'TLSv1.3', suites: tls13Suites, groups: tls13Groups });
  return answer.kind === 'hello' || (answer.kind === 'alert' && answer.description === alerts.protocolVersion);
}

/** The suites, in the order in which the server chooses them when it is offered all those that are left. */
async function findSuites(given: Enumeration, protocol: HelloProtocol, withShare: boolean): Promise<readonly number[]> {
  const all = protocol === 'TLSv1.3' ? tls13Suites : legacySuites;
  const groups = groupsFor(protocol);
  const first = await sayHello(given, { protocol, suites: all, groups, withShare });
  if (first.kind === 'hello')
    return isOf(first, protocol) ? chooseFrom(given, { protocol, suites: all, groups, withShare }, first.suite) : [];
  if (first.kind === 'alert' && first.description === alerts.protocolVersion) return [];
  // Perhaps it was the length: once more in parts, and what they show together.
  if (all.length <= chunkSize) return [];
  const found: number[] = [];
  for (let at = 0; at < all.length; at += chunkSize) {
    found.push(...(await chooseFrom(given, { protocol, suites: all.slice(at, at + chunkSize), groups, withShare }, undefined)));
  }
  return found.length > 1 && found.length <= chunkSize
    ? chooseFrom(given, { protocol, suites: found, groups, withShare }, undefined)
    : found;
}

type Offer = Omit<HelloOffer, 'random' | 'serverName'>;

/** Has the server choose until it chooses nothing more. `first` is what it chose already from the whole offer. */
async function chooseFrom(given: Enumeration, offer: Offer, first: number | undefined): Promise<readonly number[]> {
  const left = new Set(offer.suites);
  const chosen: number[] = [];
  if (first !== undefined && left.delete(first)) chosen.push(first);
  while (left.size > 0) {
    const answer = await sayHello(given, { ...offer, suites: [...left] });
    if (answer.kind !== 'hello' || !isOf(answer, offer.protocol) || !left.delete(answer.suite)) break;
    chosen.push(answer.suite);
  }
  return chosen;
}

/** A server that answers with an older protocol than asked for does not speak this one. */
function isOf({ version }: ServerFlight, protocol: HelloProtocol): boolean {
  return version === { SSLv3: 0x0300, 'TLSv1.0': 0x0301, 'TLSv1.1': 0x0302, 'TLSv1.2': 0x0303, 'TLSv1.3': 0x0304 }[protocol];
}

function groupsFor(protocol: HelloProtocol): readonly number[] {
  return protocol === 'TLSv1.3' ? tls13Groups : legacyGroups;
}

/** Offers what was found the other way round: a server with an order of its own chooses the same again. */
async function hasServerOrder(given: Enumeration, protocol: HelloProtocol, codes: readonly number[], withShare: boolean): Promise<boolean> {
  if (codes.length < 2) return false;
  const turned = codes.toReversed();
  // Many servers follow a client that puts ChaCha20 first, and have an order all the same.
  const head = turned.findIndex((code) => cipherSuites.get(code)?.cipher !== 'CHACHA20');
  const offered = head > 0 ? [...turned.slice(head), ...turned.slice(0, head)] : turned;
  if (offered[0] === codes[0]) return true;
  const answer = await sayHello(given, { protocol, suites: offered, groups: groupsFor(protocol), withShare });
  return answer.kind === 'hello' && answer.suite === codes[0];
}

/** The groups, in the order in which the server chooses them from those that are left. */
async function findGroups(given: Enumeration, protocol: HelloProtocol, codes: readonly number[]): Promise<readonly number[]> {
  const suites = protocol === 'TLSv1.3' ? codes : codes.filter((code) => cipherSuites.get(code)?.keyExchange === 'ECDHE');
  const left = new Set(groupsFor(protocol).filter((code) => protocol === 'TLSv1.3' || code < 256));
  const chosen: number[] = [];
  while (suites.length > 0 && left.size > 0) {
    const answer = await sayHello(given, { protocol, suites, groups: [...left] }, 'flight');
    if (answer.kind !== 'hello' || answer.group === undefined) break;
    if (chosen.includes(answer.group)) break;
    chosen.push(answer.group);
    // A server that does not look at the list would choose the same for ever.
    if (!left.delete(answer.group)) break;
  }
  return chosen;
}

/** One whole flight for each kind of certificate, and one for each kind of Diffie-Hellman, in the older protocols. */
async function findFlights(given: Enumeration, protocol: HelloProtocol, codes: readonly number[]): Promise<readonly ServerFlight[]> {
  const kinds = new Map<string, number[]>();
  for (const code of codes) {
    const suite = cipherSuites.get(code);
    if (suite === undefined || suite.authentication === 'PSK') continue;
    const kind = `${suite.authentication} ${suite.keyExchange === 'DHE' ? `DHE ${suite.isExport ? 'export' : ''}` : ''}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), code]);
  }
  const answers = await Promise.all(
    [...kinds.values()].map((suites) => sayHello(given, { protocol, suites, groups: legacyGroups }, 'flight')),
  );
  return answers.filter((answer) => answer.kind === 'hello');
}

function primeOf(flights: readonly ServerFlight[]): Pick<OfferedProtocol, 'dhBits'> {
  const sizes = flights.flatMap(({ prime }) => (prime === undefined ? [] : [(prime.length - 1) * 8 + (32 - Math.clz32(prime[0] ?? 0))]));
  return sizes.length === 0 ? {} : { dhBits: Math.min(...sizes) };
}
