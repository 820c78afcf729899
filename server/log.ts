import type { Log, LogFields } from '@castellan/platform/core/log';
import { logLevels, type Settings } from './settings.ts';

/** Takes one line of the log, its line break included. What is urgent may not wait. */
type WriteLine = (line: string, isUrgent: boolean) => void;

/** Warnings and errors: what comes before a crash. */
const urgentLevels: readonly Settings['logLevel'][] = ['warn', 'error'];

/** What a line says: `time` (ISO 8601), `level`, `event`, and what the caller adds; of an error its stack. */
export type LogLine = Readonly<Record<string, unknown>> & {
  readonly time: string;
  readonly level: Settings['logLevel'];
  readonly event: string;
};

/** Makes a line's text, without its line break. */
type FormLine = (line: LogLine) => string;

/**
 * Writes one line for each event to standard error, as a JSON object unless another form is given.
 * Standard output is left to what people read (the address, the setup link, the answers of commands).
 */
export function createLog(
  level: Settings['logLevel'],
  write: WriteLine = (line) => process.stderr.write(line),
  form: FormLine = JSON.stringify,
): Log {
  const lowest = logLevels.indexOf(level);
  const writer = (lineLevel: Settings['logLevel']) => {
    if (logLevels.indexOf(lineLevel) < lowest) return () => undefined;
    const isUrgent = urgentLevels.includes(lineLevel);
    return (event: string, fields: LogFields = {}) => {
      const said = Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? (value.stack ?? value.message) : value]);
      const line = { time: new Date().toISOString(), level: lineLevel, event, ...Object.fromEntries(said) };
      write(`${form(line)}\n`, isUrgent);
    };
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

/** The longest that a line waits for others, in milliseconds: so many of them a killed process may lose. */
const waitMs = 25;

/** More characters than these do not wait. */
const maxWaiting = 32 * 1024;

/** Lines that are written together. */
export type LineBatch = {
  readonly write: WriteLine;
  /** Writes what waits. */
  readonly flush: () => void;
};

/**
 * Hands lines on in one piece, in their order: 25 ms after the first of them, at once where one is urgent or much waits. A line
 * costs a system call otherwise, which is a good part of what a short answer takes. Whoever makes one has `flush` called when the
 * process ends; only a process that is killed loses lines, those of its last 25 ms.
 */
export function createLineBatch(write: (text: string) => void): LineBatch {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  return {
    write: (line, isUrgent) => {
      waiting += line;
      if (isUrgent || waiting.length >= maxWaiting) flush();
      // A process that has nothing else to do ends, and flushes then.
      else timer ??= setTimeout(flush, waitMs).unref();
    },
    flush,
  };
}
