/** Who is answered when, within one turn of the event loop. */
export type FairTurns = {
  /** Answers at once, or in one of the next turns of the loop where this one has had its share. `false`: too many wait; this one does not. */
  readonly take: (block: string, answer: () => void) => boolean;
};

type Rules = {
  /** How many requests of one address block are answered in a turn of the loop, and of all blocks together. */
  readonly perBlock: number;
  readonly all: number;
  /** How many may wait. */
  readonly waiting: number;
  /** Runs in the next turn of the loop. */
  readonly nextTurn: (run: () => void) => void;
};

const defaultRules: Rules = { perBlock: 1, all: 4, waiting: 4096, nextTurn: setImmediate };

/**
 * Spreads what strangers ask for over turns of the event loop. The loop answers all requests that have come before it looks again at
 * anything else: hundreds of cheap ones make the owner's call, which needs several turns for its way to the database and back, wait as
 * often. A flood is answered as fast as before, a few requests at a time; blocks take turns, so that one's flood is not before others' pages.
 */
export function createFairTurns(changed: Partial<Rules> = {}): FairTurns {
  const rules = { ...defaultRules, ...changed };
  const lines = new Map<string, (() => void)[]>();
  const had = new Map<string, number>();
  let answered = 0;
  let waiting = 0;
  let isTurnAsked = false;

  const askForTurn = () => {
    if (isTurnAsked) return;
    isTurnAsked = true;
    rules.nextTurn(() => {
      isTurnAsked = false;
      answered = 0;
      had.clear();
      serveLines();
    });
  };
  const run = (block: string, answer: () => void) => {
    answered += 1;
    had.set(block, (had.get(block) ?? 0) + 1);
    askForTurn();
    answer();
  };
  const serveLines = () => {
    // One of each block, then one more of each: whoever waits alone is not behind who waits a hundredfold.
    for (let round = 0; round < rules.perBlock; round += 1) {
      for (const [block, line] of [...lines]) {
        if (answered >= rules.all) return;
        const answer = line.shift();
        // Behind the others, so that the next turn begins with them.
        lines.delete(block);
        if (line.length > 0) lines.set(block, line);
        if (answer === undefined) continue;
        waiting -= 1;
        run(block, answer);
      }
    }
  };
  return {
    take: (block, answer) => {
      const line = lines.get(block);
      const hasRoom = line === undefined && answered < rules.all && (had.get(block) ?? 0) < rules.perBlock;
      if (hasRoom) {
        run(block, answer);
        return true;
      }
      if (waiting >= rules.waiting) return false;
      waiting += 1;
      if (line === undefined) lines.set(block, [answer]);
      else line.push(answer);
      askForTurn();
      return true;
    },
  };
}
