/** Sends the client's requests for a new token, and holds those that the server does not answer. */
export type HeldRefresh = {
  /** In the place of `fetch`, for the client that signs in. */
  readonly fetch: typeof fetch;
  /** Waits for what wants a token: a request that is held is sent now, and where that is in vain the wait ends with its failure. */
  readonly inReach: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The session was forgotten: what is held for it ends, and says so. */
  readonly letGo: () => void;
};

/**
 * By itself the client sends such a request again and again for half a minute, has everything wait for that long, and refuses to try
 * anew for a minute after. Held, it is sent once for each thing that wants a token, which learns at once that it does not come.
 * `isStored`: whether the browser has a session still.
 */
export function holdRefresh(send: typeof fetch, isStored: () => boolean): HeldRefresh {
  const failed = new Set<(reason: unknown) => void>();
  const held = new Set<() => void>();
  const sendAll = () => {
    const all = [...held];
    held.clear();
    for (const sendAgain of all) sendAgain();
  };
  const fetchToken: typeof fetch = async (input, init) => {
    for (;;) {
      if (!isStored()) return gone();
      const reason = await send(input, init).then(
        (answer) => (answer.status < 500 ? answer : new Error(`the server failed: ${answer.status}`)),
        (cause: unknown) => (cause instanceof Error ? cause : new Error('the network failed')),
      );
      if (reason instanceof Response) return reason;
      const next = new Promise<void>((resolve) => held.add(resolve));
      for (const fail of [...failed]) fail(reason);
      await next;
    }
  };
  if (typeof window !== 'undefined') window.addEventListener('online', sendAll);
  return {
    fetch: (input, init) => (isRefresh(input) ? fetchToken(input, init) : send(input, init)),
    inReach: (work) =>
      new Promise((resolve, reject) => {
        failed.add(reject);
        sendAll();
        work()
          .then(resolve, reject)
          .finally(() => failed.delete(reject));
      }),
    letGo: sendAll,
  };
}

function isRefresh(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return address.includes('/token?grant_type=refresh_token');
}

/** What the server says of a token that it does not know. */
function gone(): Response {
  return Response.json({ code: 'refresh_token_not_found', msg: 'The session was forgotten.' }, { status: 400 });
}
