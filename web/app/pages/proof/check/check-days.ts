import { readDer } from '@castellan/foundation/der';
import {
  type DayFault,
  type DayPorts,
  judgeDay,
  type ListedDay,
  readDayList,
  readSignedDays,
  readStatement,
  type SignedDay,
} from '@castellan/foundation/signed-log';

/** How the check of the signed days ended. */
export type DaysVerdict =
  | {
      readonly kind: 'held';
      readonly days: number;
      readonly first: string | undefined;
      readonly last: string | undefined;
      /** SHA-256 of the present key as DER: 64 hexadecimal digits. */
      readonly keyFingerprint: string;
      /** Days that are signed by another key than the present one. */
      readonly byEarlierKeys: number;
      /** Days whose statement names another address than the page's. */
      readonly ofOtherAddresses: number;
    }
  | { readonly kind: 'broken'; readonly day: string; readonly fault: DayFault; readonly held: number }
  /** A file did not come, or holds something else. */
  | { readonly kind: 'unreadable'; readonly file: string }
  /** The browser gives no cryptography to pages that come over plain HTTP. */
  | { readonly kind: 'no_cryptography' };

type Options = {
  /** The text at an address below `/proof/`; rejects where it cannot be had. */
  readonly fetchText: (file: string) => Promise<string>;
  /** Without it the verdict is that there is none. */
  readonly subtle: SubtleCrypto | undefined;
  readonly siteUrl: string;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/** Days between two looks at whether the check was called off. */
const daysAtOnce = 50;

/**
 * Downloads every signed day and checks it: its place in the list, its hash, its signature, and that it leads to the day before. Ends
 * at the first that does not hold. Rejects with the signal's reason where it is called off.
 */
export async function checkDays({ fetchText, subtle, siteUrl, onProgress, signal }: Options): Promise<DaysVerdict> {
  if (subtle === undefined) return { kind: 'no_cryptography' };
  const files = readerOf(fetchText, signal);
  const list = readDayList((await files('days.txt')) ?? 'missing');
  if (list === undefined) return { kind: 'unreadable', file: 'days.txt' };
  const presentKey = await files('key.pem');
  const presentDer = presentKey === undefined ? undefined : derOf(presentKey);
  if (presentKey === undefined || presentDer === undefined) return { kind: 'unreadable', file: 'key.pem' };
  const ports = portsOf(subtle);
  const counted = { byEarlierKeys: 0, ofOtherAddresses: 0 };
  let year = '';
  let served: ReadonlyMap<string, SignedDay> = new Map();
  let before: ListedDay | undefined;
  onProgress(0, list.length);
  for (const [at, listed] of list.entries()) {
    signal.throwIfAborted();
    if (listed.day.slice(0, 4) !== year) {
      year = listed.day.slice(0, 4);
      const text = await files(`${year}.jsonl`);
      if (text === undefined) return { kind: 'unreadable', file: `${year}.jsonl` };
      served = readSignedDays(text);
    }
    const day = served.get(listed.day);
    const fault = await judgeDay(ports, listed, day, before);
    if (fault !== undefined) return { kind: 'broken', day: listed.day, fault, held: at };
    if (day?.publicKey.trim() !== presentKey.trim()) counted.byEarlierKeys += 1;
    if (readStatement(day?.statement ?? '')?.siteUrl !== siteUrl) counted.ofOtherAddresses += 1;
    before = listed;
    if ((at + 1) % daysAtOnce === 0) onProgress(at + 1, list.length);
  }
  onProgress(list.length, list.length);
  const keyFingerprint = hexOf(await subtle.digest('SHA-256', presentDer));
  return { kind: 'held', days: list.length, first: list[0]?.day, last: list.at(-1)?.day, keyFingerprint, ...counted };
}

/** Reads a file; `undefined` where it cannot be had, and a rejection only where the whole is called off. */
function readerOf(fetchText: Options['fetchText'], signal: AbortSignal): (file: string) => Promise<string | undefined> {
  return (file) =>
    fetchText(file).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
}

function portsOf(subtle: SubtleCrypto): DayPorts {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const keys = new Map<string, Promise<CryptoKey>>();
  const keyOf = (pem: string) => {
    const known = keys.get(pem);
    if (known !== undefined) return known;
    const der = derOf(pem);
    if (der === undefined) return Promise.reject(new Error('no key'));
    const key = subtle.importKey('spki', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    keys.set(pem, key);
    return key;
  };
  return {
    hash: async (text) => hexOf(await subtle.digest('SHA-256', bytesOf(text))),
    verify: async ({ statement, signature, publicKey }) => {
      const raw = rawSignature(fromBase64(signature));
      if (raw === undefined) return false;
      try {
        return await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await keyOf(publicKey), raw, bytesOf(statement));
      } catch {
        // No key of that curve.
        return false;
      }
    },
  };
}

/** The two numbers of an ECDSA signature, 32 bytes each, as browsers want them (IEEE P1363), from DER. */
function rawSignature(der: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> | undefined {
  const [sequence, ...more] = (der === undefined ? undefined : readDer(der)) ?? [];
  const numbers = sequence?.tag === 0x30 && more.length === 0 ? readDer(sequence.content) : undefined;
  if (numbers?.length !== 2) return undefined;
  const raw = new Uint8Array(64);
  for (const [at, { tag, content }] of numbers.entries()) {
    // A number whose first bit is set has a zero in front.
    const digits = content[0] === 0 ? content.slice(1) : content;
    if (tag !== 0x02 || digits.length > 32) return undefined;
    raw.set(digits, 32 * at + 32 - digits.length);
  }
  return raw;
}

function derOf(pem: string): Uint8Array<ArrayBuffer> | undefined {
  const [, body] = /-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----/.exec(pem) ?? [];
  return body === undefined ? undefined : fromBase64(body.replaceAll(/\s/g, ''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
