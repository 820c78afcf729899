// Plain JavaScript that Node 18 understands, for scripts/launch.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What asks a program to end. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What was asked to end and has not is killed this long afterwards. */
export const lastChanceMs = 10_000;

const running = new Set();

/** Starts a program that prepares something for this one and has no reason to outlive it. */
export function startHelper(command, given, options) {
  const child = spawn(command, given, options);
  running.add(child);
  for (const event of ['exit', 'error']) child.once(event, () => running.delete(child));
  return child;
}

/** Ends the helpers, and then this process, when it is asked to end. Returns the way to stop that. */
export function endHelpersOnSignal() {
  let isEnding = false;
  const end = (signal) => {
    if (isEnding) return;
    isEnding = true;
    const exit = () => process.exit(128 + constants.signals[signal]);
    const ended = [...running].map((child) => new Promise((settle) => child.once('exit', settle)));
    for (const child of running) child.kill(signal);
    setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
      exit();
    }, lastChanceMs);
    void Promise.all(ended).then(exit);
  };
  for (const signal of endingSignals) process.on(signal, end);
  return () => {
    for (const signal of endingSignals) process.off(signal, end);
  };
}

/**
 * Asks this process to end when the one that started it has ended without having said so: npm was killed, or a shell between npm
 * and this process ended by a signal that was meant for both.
 */
export function endWithParent(everyMs = 250) {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (isParent(parent)) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  watching.unref();
}

function isParent(processId) {
  if (process.ppid !== processId) return false;
  // Windows gives no new parent to whoever has lost one.
  if (process.platform !== 'win32') return true;
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
