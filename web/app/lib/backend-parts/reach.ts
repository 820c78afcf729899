/** What is known of a server when something is to be asked; all in milliseconds since 1970. */
export type Silence = {
  readonly nowMs: number;
  /** Since when nothing answers; `undefined` while something does. */
  readonly silentSinceMs: number | undefined;
  /** When the same was last asked in this silence. */
  readonly askedAtMs: number | undefined;
};

/** So long a server may be away for a moment only, as when it starts again: what has no answer is asked again as its caller sees fit. */
export const momentMs = 10_000;

/** How often the same is asked after that. */
export const askAgainMs = 60_000;

/** Whether asking is not in vain as far as anybody knows: of a server that is silent for more than a moment the same is asked once a minute. */
export function isWorthAsking({ nowMs, silentSinceMs, askedAtMs }: Silence): boolean {
  if (silentSinceMs === undefined || askedAtMs === undefined) return true;
  const [silentMs, sinceMs] = [nowMs - silentSinceMs, nowMs - askedAtMs];
  // A clock that was set back says nothing.
  if (silentMs < momentMs || sinceMs < 0) return true;
  return sinceMs >= askAgainMs;
}

/** Of more than so many different calls only the newest are remembered. */
const mostAsked = 200;

/** A look that nothing answers ends after so long, in milliseconds. */
const lookMs = 20_000;

let silentSinceMs: number | undefined;
let isSparing = false;
let nextLook: ReturnType<typeof setTimeout> | undefined;
const asked = new Map<string, number>();
const listeners = new Map<() => void, number>();

/** Whether the server answers, as the last request to it found; a page that has asked for nothing takes it that it does. */
export const reach = {
  isSilent: (): boolean => silentSinceMs !== undefined,
  /** What a request found, or a wait that nobody wants to go on with. */
  tell: (answers: boolean): void => {
    if (!answers) {
      silentSinceMs ??= Date.now();
      lookLater();
    }
    if (!answers || silentSinceMs === undefined) return;
    const silentMs = Date.now() - silentSinceMs;
    silentSinceMs = undefined;
    clearTimeout(nextLook);
    nextLook = undefined;
    asked.clear();
    for (const [listener, atLeastMs] of [...listeners]) if (silentMs >= atLeastMs) listener();
  },
  /** The same, of an answer. A gateway answers for a server that is away. */
  tellOf: ({ status }: Response): void => reach.tell(status < 502 || status > 504),
  /** Whether to send this call now, which is then taken as sent. Always, in a page that does not spare a silent server. */
  mayAsk: (call: string): boolean => {
    const nowMs = Date.now();
    if (isSparing && !isWorthAsking({ nowMs, silentSinceMs, askedAtMs: asked.get(call) })) return false;
    asked.delete(call);
    if (silentSinceMs !== undefined) asked.set(call, nowMs);
    const [oldest] = asked.keys();
    if (oldest !== undefined && asked.size > mostAsked) asked.delete(oldest);
    return true;
  },
  /**
   * From now on a silent server is spared: it is looked for once a minute, and at once when the network or the page is back. What the owner
   * presses is asked for however short ago that was in vain.
   */
  spare: (): void => {
    if (isSparing) return;
    isSparing = true;
    for (const event of ['click', 'submit']) window.addEventListener(event, () => asked.clear(), true);
    for (const event of ['online', 'pageshow']) window.addEventListener(event, look);
    document.addEventListener('visibilitychange', () => (document.hidden ? undefined : look()));
    if (silentSinceMs !== undefined) lookLater();
  },
  /**
   * Told when the server answers again after it was silent for so long; returns the way to stop. Whoever asks much then wants more than a
   * moment: of a server that answers some calls and never others, every answer to the former ends a silence.
   */
  onHeard: (listener: () => void, silentForMs: number): (() => void) => {
    listeners.set(listener, silentForMs);
    return () => listeners.delete(listener);
  },
} as const;

function lookLater(): void {
  if (isSparing) nextLook ??= setTimeout(look, askAgainMs);
}

/** Asks a silent server whether it is there: nothing else need find that out. */
function look(): void {
  clearTimeout(nextLook);
  nextLook = undefined;
  asked.clear();
  if (silentSinceMs === undefined) return;
  void fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(lookMs) }).then(reach.tellOf, () => reach.tell(false));
}
