import { anonymousCaller } from '@castellan/platform/core/caller';
import type { Log, LogFields } from '@castellan/platform/core/log';
import type { FunctionCall } from '@castellan/platform/functions/functions-service';

/** A call as the functions service hands it on, by nobody in particular; faults that are reported are thrown away. */
export function makeTestCall(changed: Partial<FunctionCall> = {}): FunctionCall {
  return {
    caller: anonymousCaller,
    requestContext: { address: '192.0.2.1', secure: true, requestId: 'test' },
    signal: new AbortController().signal,
    report: () => undefined,
    ...changed,
  };
}

/** Everything that a streamed answer says, parsed, empty lines left out. */
export async function readTestLines(answer: Response): Promise<readonly unknown[]> {
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}

/** A log that adds each line to a list, as `level event {fields}`. */
export function createListedLog(lines: string[]): Log {
  const hear =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push(`${level} ${event} ${JSON.stringify(fields)}`);
  return { debug: hear('debug'), info: hear('info'), warn: hear('warn'), error: hear('error') };
}
