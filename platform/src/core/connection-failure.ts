import pg from 'pg';

/**
 * Whether the database was not there to ask, rather than refusing what was asked: an error of the socket, the driver's words
 * for a lost connection, or PostgreSQL's own while it starts, ends or has no room (classes 08 and 57P, 53300).
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0|53300)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnectionFailure);
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+(_[A-Z]+)*$/.test(error.code)) return true;
  return /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/.test(
    error.message,
  );
}
