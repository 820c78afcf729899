import type { Log, LogFields } from '@castellan/platform/core/log';
import { logLevels, type Settings } from './settings.ts';

/**
 * Writes one JSON object a line to standard error: `time`, `level`, `event`, and what the caller adds.
 * Standard output is left to what people read (the address, the setup link, the answers of commands).
 */
export function createLog(level: Settings['logLevel'], write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const lowest = logLevels.indexOf(level);
  const writer =
    (lineLevel: Settings['logLevel']) =>
    (event: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(lineLevel) < lowest) return;
      const plain = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? (value.stack ?? value.message) : value]),
      );
      write(`${JSON.stringify({ time: new Date().toISOString(), level: lineLevel, event, ...plain })}\n`);
    };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
