import type { Clock } from '@castellan/foundation/clock';

/** Asks, or gives the answer that is under way or still fresh. `forget` makes the next call ask. */
export type SharedTurn<Value, Given extends readonly unknown[]> = {
  readonly take: (...given: Given) => Promise<Value>;
  readonly forget: () => void;
};

/**
 * However many ask at once, the work is done once, and its answer is everybody's for `freshMs` after it came. What it is
 * given by those who join is not looked at.
 */
export function createSharedTurn<Value, Given extends readonly unknown[]>(
  clock: Clock,
  freshMs: number,
  work: (...given: Given) => Promise<Value>,
): SharedTurn<Value, Given> {
  let turn: { readonly answer: Promise<Value>; endedAtMs: number | undefined } | undefined;
  return {
    take: (...given) => {
      if (turn !== undefined && (turn.endedAtMs === undefined || clock.nowMs() - turn.endedAtMs < freshMs)) return turn.answer;
      const answer = work(...given);
      const started: NonNullable<typeof turn> = { answer, endedAtMs: undefined };
      turn = started;
      answer.then(
        () => {
          started.endedAtMs = clock.nowMs();
        },
        () => {
          if (turn === started) turn = undefined;
        },
      );
      return answer;
    },
    forget: () => {
      turn = undefined;
    },
  };
}
