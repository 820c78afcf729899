/**
 * Milliseconds of processor time that this thread has used. A bound on the difference of two judges the work between them: what
 * else the machine does, and how long the thread waits for its turn, does not count.
 */
export function cpuNowMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The fewest milliseconds that something took, tried at most three times until it stays under a bound. For what waits on sockets
 * and timers, which processor time does not tell: a pause of a busy machine does not hit every try, a wait that is built in does.
 * @param run - resolves with the milliseconds that one try took
 */
export async function fewestMs(maxMs: number, run: () => Promise<number>): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && fewest >= maxMs; tries += 1) fewest = Math.min(fewest, await run());
  return fewest;
}
