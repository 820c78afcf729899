import type { ServiceBanners } from '../scan-facts.ts';

/** What an answer says about who gave it. */
export type Recognised = {
  readonly service: string;
  /** How sure that is, from 1 to 10: 10 where the answer has the form that only this protocol has, 8 where its words say so. */
  readonly confidence: number;
  readonly banners: ServiceBanners;
  /** Whether it let the question through without a password, or asked for one; left out where the answer does not tell. */
  readonly access?: 'open' | 'asked';
};

/** Where a question goes, for protocols that want it said. */
export type AskedPlace = { readonly host: string; readonly port: number };

/** One question that some protocol answers, and everybody else refuses without harm: nobody is signed in by it, and nothing changed. */
export type Asking = {
  readonly name: string;
  /** Services whose ports are asked this before anything else. */
  readonly expected: readonly string[];
  readonly request: (place: AskedPlace) => Uint8Array;
  /** Whether all has come that `read` wants. */
  readonly isWhole: (bytes: Uint8Array) => boolean;
  /** Total; `undefined` where the answer is not this protocol's. */
  readonly read: (bytes: Uint8Array) => Recognised | undefined;
};

/** The form of the answer is the protocol's own. */
export const certain = 10;
/** The words of the answer say so. */
export const likely = 8;

/** Bytes as characters of the same number. */
export function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/** Characters below 256 as bytes of the same number. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
}

/** The number that so many bytes make, the first one weighing most; `NaN` where there are too few. */
export function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  if (at < 0 || at + length > bytes.length) return Number.NaN;
  return bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The number that so many bytes make, the last one weighing most; `NaN` where there are too few. */
export function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  if (at < 0 || at + length > bytes.length) return Number.NaN;
  return bytes.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0);
}
