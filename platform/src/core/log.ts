/** Structured logging, handed in by the server. Never give it a token, code, password or query string. */
export type Log = {
  readonly debug: (event: string, fields?: LogFields) => void;
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
};

/** What a log line says besides its event: plain values, and an `error` whose stack is kept out of answers. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined | Error>>;

/** Drops every line: for tests that are about something else. */
export const silentLog: Log = { debug: drop, info: drop, warn: drop, error: drop };

function drop(): void {}
