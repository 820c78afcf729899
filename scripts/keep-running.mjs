// Plain JavaScript that Node 18 understands, for scripts/launch.mjs.
import { endingSignals, lastChanceMs as usualLastChanceMs } from './endings.mjs';

/** A server that ran for so long was well: if it dies now, that has nothing to do with how it died before. */
const steadyMs = 10 * 60_000;

/**
 * Runs a program as a child until it is to end: its signals, its exit code. `start` spawns it with a channel (`ipc`); the
 * child says `ready` over it once it is, and ends when it closes, which it does however this process ends. A child that was
 * asked to end and does not, because its thread is held up, is killed.
 *
 * With `restarts` a child that was ready and dies is started again, after a pause that doubles with each time it dies soon.
 * One that was asked to end is not, nor one that never was ready: what keeps it from starting would keep it again.
 */
export function keepRunning({ start, restarts, say, firstPauseMs = 1000, longestPauseMs = 60_000, lastChanceMs = usualLastChanceMs }) {
  let child;
  let isEnding = false;
  let wasReady = false;
  let deaths = 0;
  let pause;

  const begin = () => {
    pause = undefined;
    let readyAtMs;
    child = start();
    child.on('error', (error) => {
      say(`The program could not be started: ${error.message}`);
      process.exit(1);
    });
    child.on('message', (message) => {
      if (message !== 'ready') return;
      wasReady = true;
      readyAtMs = Date.now();
    });
    child.on('exit', (code, signal) => {
      const wasAsked = isEnding || code === 0 || endingSignals.includes(signal);
      if (!restarts || !wasReady || wasAsked) process.exit(code ?? (isEnding ? 0 : 1));
      if (readyAtMs !== undefined && Date.now() - readyAtMs >= steadyMs) deaths = 0;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(deaths, 20));
      deaths += 1;
      say(`the server ended by itself (${signal ?? `exit code ${code}`}): starting it again in ${pauseMs / 1000} s`);
      pause = setTimeout(begin, pauseMs);
    });
  };

  for (const signal of endingSignals) {
    process.on(signal, () => {
      if (pause !== undefined) process.exit(0);
      if (!isEnding) setTimeout(() => child.kill('SIGKILL'), lastChanceMs).unref();
      isEnding = true;
      child.kill(signal);
    });
  }
  begin();
}
