import type { RealtimeLimits } from './realtime-limits.ts';

/** What a frame takes beside its bytes while it waits. */
const overheadBytes = 512;

/**
 * Counts the bytes of frames that wait to be handled, over all sockets, so that no number of sockets fills the memory.
 * Frames of sockets on which nobody is signed in have a share of their own and leave room for the others.
 */
export class WaitingFrames {
  readonly #limits: Pick<RealtimeLimits, 'waitingBytes' | 'anonymousWaitingBytes'>;
  #all = 0;
  #anonymous = 0;

  constructor(limits: Pick<RealtimeLimits, 'waitingBytes' | 'anonymousWaitingBytes'>) {
    this.#limits = limits;
  }

  /** Counts a frame, or says that there is no room. What it returns gives the room back, once. */
  take(byteCount: number, isAnonymous: boolean): (() => void) | undefined {
    const all = byteCount + overheadBytes;
    const anonymous = isAnonymous ? all : 0;
    const { waitingBytes, anonymousWaitingBytes } = this.#limits;
    if (this.#all + all > waitingBytes || this.#anonymous + anonymous > anonymousWaitingBytes) return undefined;
    this.#all += all;
    this.#anonymous += anonymous;
    return () => {
      this.#all -= all;
      this.#anonymous -= anonymous;
    };
  }
}
