/** One request that a component made. `body`: what was sent, parsed where it is JSON. */
export type Call = {
  readonly method: string;
  /** Path and query, such as `/rest/v1/tasks?select=*`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};

/** `lost`: the connection breaks before an answer comes. */
export type Answer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      /** A streamed answer: each line as it is said, then its end. */
      readonly lines?: readonly object[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'lost';
