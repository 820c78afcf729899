import { createHash, sign } from 'node:crypto';
import { readStatement, writeStatement } from '@castellan/foundation/signed-log';
import type { LogDayKey } from './log-day-key.ts';

/** What is said of one past day of the log, and the proof of who said it. */
export type LogDay = {
  /** UTC, `2026-11-21`. */
  readonly day: string;
  /** Lines of text, as they were signed. */
  readonly statement: string;
  /** ECDSA over P-256 and SHA-256, as DER. */
  readonly signature: Buffer;
  /** SPKI, as PEM. */
  readonly publicKey: string;
};

type Said = {
  readonly siteUrl: string;
  readonly day: string;
  /** The hash of the newest row at the end of the day, 64 hexadecimal digits. */
  readonly head: string;
  /** The statement of the day before; `undefined` for the first. */
  readonly previous: string | undefined;
};

/** SHA-256 as 64 hexadecimal digits. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The hash of the log that is published for a day. The day is hashed with the newest row's own hash, so that a day on which
 * nothing happened looks like any other.
 */
function publishedHash(day: string, head: string): string {
  return sha256(`${day}\n${head}\n`);
}

/**
 * Signs what is said of a day. Each statement holds the hash of the one before: a day cannot be changed without all later
 * ones. When it was signed is not in it.
 */
export function signLogDay(key: LogDayKey, { siteUrl, day, head, previous }: Said): LogDay {
  const before = previous === undefined ? undefined : sha256(previous);
  const statement = writeStatement({ siteUrl, day, log: publishedHash(day, head), previous: before });
  return { day, statement, signature: sign('sha256', Buffer.from(statement), key.privateKey), publicKey: key.publicPem };
}

/** The hash of the log that a statement names. */
export function hashOf({ statement }: Pick<LogDay, 'statement'>): string {
  return readStatement(statement)?.log ?? '';
}
