import pg from 'pg';

/**
 * How a statement failed: PostgreSQL's own verdict on it; no word from PostgreSQL, so that it may be tried again; or
 * something that is not about the database at all.
 */
export type DatabaseFailure =
  | { readonly kind: 'refused'; readonly sqlState: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unrelated' };

/** SQLSTATEs by which PostgreSQL says that it is going away, starting, or out of connections. */
const unavailableStates = ['57P01', '57P02', '57P03', '53300'];

/** What the system says of a socket that cannot be opened or has broken. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** What `pg` says, without any code, of a connection that ended or could not be had in time. */
const driverMessages = /connection terminated|connection error|client was closed|timeout (expired|exceeded)/i;

/** Sorts an error that was thrown by a query. */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (error instanceof pg.DatabaseError) {
    const sqlState = error.code ?? '';
    return sqlState.startsWith('08') || unavailableStates.includes(sqlState) ? { kind: 'unreachable' } : { kind: 'refused', sqlState };
  }
  if (!(error instanceof Error)) return { kind: 'unrelated' };
  const code = 'code' in error ? error.code : undefined;
  const isUnreachable = (typeof code === 'string' && systemCodes.includes(code)) || driverMessages.test(error.message);
  return { kind: isUnreachable ? 'unreachable' : 'unrelated' };
}
