/**
 * Joins reads that would go on at the same time: one is under way, and one more waits for all who came after it began. So
 * everybody reads what was there when they asked or later, and any number of them take one connection.
 */
export function shareReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  let waiting: Promise<Value> | undefined;
  const start = (): Promise<Value> => {
    const begun = read();
    running = begun;
    const end = () => {
      if (running === begun) running = undefined;
    };
    begun.then(end, end);
    return begun;
  };
  const startNext = (): Promise<Value> => {
    waiting = undefined;
    return start();
  };
  return () => {
    if (running === undefined) return start();
    waiting ??= running.then(startNext, startNext);
    return waiting;
  };
}
