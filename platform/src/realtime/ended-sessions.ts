/** An access token outlives its session by at most this: its own life of 15 minutes, and a minute for clocks. */
const rememberedMs = 16 * 60_000;

/** Remembers which sessions ended for as long as a token of theirs would still verify. */
export class EndedSessions {
  readonly #endedAtMs = new Map<string, number>();

  add(sessionIds: readonly string[], nowMs: number): void {
    // Oldest first, so that what may be forgotten is at the front.
    for (const [sessionId, endedAtMs] of this.#endedAtMs) {
      if (endedAtMs + rememberedMs > nowMs) break;
      this.#endedAtMs.delete(sessionId);
    }
    for (const sessionId of sessionIds) {
      this.#endedAtMs.delete(sessionId);
      this.#endedAtMs.set(sessionId, nowMs);
    }
  }

  has(sessionId: string): boolean {
    return this.#endedAtMs.has(sessionId);
  }
}
