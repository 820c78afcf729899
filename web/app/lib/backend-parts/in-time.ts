import type { Timer } from '../clock.ts';

/** What `work` comes to within so many milliseconds; `undefined` where it takes longer, which ends nothing of it. */
export function inTime<Value>({ after }: Pick<Timer, 'after'>, withinMs: number, work: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = after(withinMs, () => resolve(undefined));
    work.then(resolve, reject).finally(callOff);
  });
}
