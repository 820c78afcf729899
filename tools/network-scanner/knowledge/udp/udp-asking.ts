import type { RandomBytes } from '@castellan/foundation/randomness';
import type { AskedPlace, Recognised } from '../listeners/recognised.ts';

/** What a question by UDP is made of: the place, and numbers that nobody else can know. */
export type UdpPlace = AskedPlace & { readonly randomBytes: RandomBytes };

/** A question that is about to be sent, and how its answer is read. */
export type UdpQuestion = {
  /** One datagram for each try, in turn. */
  readonly requests: readonly Uint8Array[];
  /** Total; `undefined` where the answer is not this protocol's. */
  readonly read: (bytes: Uint8Array) => Recognised | undefined;
};

/** One protocol over UDP: nobody is signed in by its question, nothing is changed, and the answer is hardly longer than the question. */
export type UdpAsking = {
  /** Makes the question anew for each port. */
  readonly ask: (place: UdpPlace) => UdpQuestion;
  /** The answer comes from another port than the one that was asked. */
  readonly fromAnyPort?: true;
};

/** Bytes one after the other. */
export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Whether the same bytes stand at a place. */
export function hasAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}
