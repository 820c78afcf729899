import type { WireRequest } from './build-request.ts';

type Pairs = readonly (readonly [string, string])[];

/** An answer on the way, as the relay saw it. */
export type Hop = { readonly url: string; readonly status: number; readonly headers: Pairs; readonly timeMs: number };

/** What came back. Times are in ms from the call; `headersMs` is missing where nobody measured it. */
export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly url: string;
  readonly headers: Pairs;
  readonly body: Uint8Array;
  readonly headersMs?: number | undefined;
  readonly totalMs: number;
  /** The body went on and was cut. */
  readonly isCut: boolean;
  readonly hops?: readonly Hop[] | undefined;
  /** The other origin that the answer leads on to, where it was not followed there. */
  readonly notFollowed?: string | undefined;
};

/** Why nothing came back. `blocked` is all that a browser says; the relay's words are its own. */
export type SendFailure = {
  readonly kind: 'failed';
  readonly reason: string;
  /** What it is about: the name of a variable or a file. */
  readonly about?: string | undefined;
  readonly totalMs: number;
  readonly hops?: readonly Hop[] | undefined;
};

/**
 * `carriesSecret`: a value of the vault is in it. It goes by the relay alone, over https or to loopback, and along no redirect to another
 * origin.
 */
export type SentRequest = WireRequest & { readonly carriesSecret?: boolean };

/** A way to send. Never rejects. */
export type Sender = {
  readonly via: 'browser' | 'relay';
  readonly send: (request: SentRequest, signal: AbortSignal) => Promise<Answer | SendFailure>;
};
