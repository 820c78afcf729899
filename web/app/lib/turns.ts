/**
 * Has several things that are wanted in the same moment begin one after another, each in a task of its own: the page paints and answers
 * between them, also where the processor is slow. The promise that a call gives resolves when it is its turn. The first one's is at once.
 */
export function createTurns(nextTask: () => Promise<void> = afterThisTask): () => Promise<void> {
  let last: Promise<void> | undefined;
  return () => {
    const turn = last ?? Promise.resolve();
    const end = turn.then(nextTask).then(() => {
      if (last === end) last = undefined;
    });
    last = end;
    return turn;
  };
}

/** By a message and not by an alarm: the alarms of a page that nobody looks at are a second late. */
function afterThisTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
