/** Runs pieces of work one after the other, in the order they were given. */
export type SerialQueue = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Makes a queue. Work that fails rejects for whoever gave it, and holds up nothing behind it. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
