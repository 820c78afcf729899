import type { HeaderList } from './header-list.ts';

/** One response of a chain, with the address that it answers for. `atMs`: when it came, in milliseconds since 1970. */
export type Answer = { readonly url: string; readonly status: number; readonly headers: HeaderList; readonly atMs: number };

/** The responses to one request and to what it was redirected to; at least one, the last is the page. */
export type Chain = {
  readonly answers: readonly [Answer, ...(readonly Answer[])];
  /** False where a certificate on the way could not be trusted and the chain was asked for again without. */
  readonly isVerified: boolean;
};

/** Everything that the score is made from. Nothing else is looked at. */
export type Capture = {
  /** `undefined` where pasted headers do not say whose they are: cookies are then taken for any domain. */
  readonly hostname: string | undefined;
  /** What began at `http://`; `undefined` where nothing answered there. */
  readonly http: Chain | undefined;
  /** What began at `https://`; `undefined` where nothing answered there. */
  readonly https: Chain | undefined;
  /** Answers after the page whose cookies count too. */
  readonly later: readonly Answer[];
  /** The answer to a CORS preflight, where it succeeded. */
  readonly preflight: HeaderList | undefined;
  /** The page's body, decoded as UTF-8. */
  readonly html: string;
  /** Whether a host is on the browsers' list of hosts that are HTTPS only. */
  readonly isPreloaded: (hostname: string) => boolean;
};

/** The chain that the tests read: the one over HTTPS wherever there is one. */
export function mainChain({ https, http }: Pick<Capture, 'https' | 'http'>): Chain | undefined {
  return https ?? http;
}

/** Where a chain ended. */
export function lastAnswer({ answers }: Chain): Answer {
  return answers.at(-1) ?? answers[0];
}
