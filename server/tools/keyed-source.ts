import type { ForeignReads } from '../foreign/reader.ts';

/**
 * A service that answers with the owner's key alone. The server asks it by itself, so that no key reaches the process that meets a
 * tool's target.
 */
export type KeyedSource = {
  /** Under it the key is kept: lower-case letters and digits. */
  readonly id: string;
  readonly title: string;
  /** Where the owner finds the key. */
  readonly keyPage: string;
  /** Never rejects. No address, key or word of the service stands in a problem. */
  readonly ask: (asking: KeyedAsking) => Promise<KeyedAnswer>;
};

/** One question. `baseUrl` has no trailing slash. */
export type KeyedAsking = {
  readonly reads: ForeignReads;
  readonly key: string;
  readonly baseUrl: string;
  readonly target: string;
  readonly signal: AbortSignal;
};

/** What came of it: names, and why these are not all; a sentence, empty where they are. */
export type KeyedAnswer = {
  readonly names: readonly string[];
  readonly problem: string;
  /** It was not asked. */
  readonly isUnasked?: true;
};
