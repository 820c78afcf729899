import { concatBytes } from '@castellan/foundation/bytes';
import type { Bytes } from '../ports.ts';

/** What is turned into something else piece by piece, each handed over when it is there. */
export type PushedPieces = {
  /** Takes the next piece and gives what has come out so far; the last one gives all the rest. Rejects with what went wrong. */
  readonly push: (piece: Uint8Array, isLast: boolean) => Promise<Bytes>;
};

/**
 * Turns a reader of pieces into one that is handed them: between two scripts each piece is a message of its own. A piece is
 * taken in before the next is asked for, so that no more than one waits.
 */
export function pushedPieces(turn: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Bytes>): PushedPieces {
  let out: Bytes[] = [];
  let give: (piece: Uint8Array | undefined) => void = () => undefined;
  let wanted = Promise.withResolvers<void>();
  const next = () => {
    const asked = Promise.withResolvers<Uint8Array | undefined>();
    give = asked.resolve;
    wanted.resolve();
    return asked.promise;
  };
  const incoming = async function* () {
    for (let piece = await next(); piece !== undefined; piece = await next()) yield piece;
  };
  const turned = (async () => {
    for await (const piece of turn(incoming())) out.push(piece);
  })();
  // Whoever pushes hears of it.
  turned.catch(() => undefined);
  return {
    push: async (piece, isLast) => {
      await Promise.race([wanted.promise, turned]);
      for (const one of isLast ? [piece, undefined] : [piece]) {
        wanted = Promise.withResolvers<void>();
        give(one);
        await Promise.race([wanted.promise, turned]);
      }
      if (isLast) await turned;
      const came = concatBytes(...out);
      out = [];
      return came;
    },
  };
}
