import pg from 'pg';
import { z } from 'zod';
import { isConnectionFailure } from '../core/connection-failure.ts';
import type { RestFailure } from './rest-failure.ts';

const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});

/**
 * PostgreSQL's refusal, or its absence, as PostgREST answers it; `undefined` where the error is neither.
 * `isAnonymous` turns a missing privilege into 401, since signing in may help.
 */
export function parseDatabaseFailure(error: unknown, isAnonymous: boolean): RestFailure | undefined {
  if (!(error instanceof pg.DatabaseError)) return isConnectionFailure(error) ? connectionFailure : undefined;
  const parsed = databaseErrorSchema.safeParse(error);
  if (!parsed.success) return undefined;
  const { code, message, detail, hint } = parsed.data;
  const status = statusOf(code, message, isAnonymous);
  // What these classes say is about the machine (files, catalogs), not about the request.
  if (/^(53|58|XX|F0)/.test(code)) return { code, status, message: 'Internal database error', details: null, hint: null };
  const refusal = { code, status, message, details: detail ?? null, hint: hint ?? null };
  return status === 401 ? { ...refusal, headers: challenge } : refusal;
}

/** A missing privilege, as PostgreSQL would answer it had it been asked. `object` is such as `table notes`. */
export function permissionDenied(object: string, isAnonymous: boolean): RestFailure {
  const refusal = { code: '42501', message: `permission denied for ${object}`, details: null, hint: null };
  return isAnonymous ? { ...refusal, status: 401, headers: challenge } : { ...refusal, status: 403 };
}

const challenge = { 'www-authenticate': 'Bearer' };

/** Status by whole SQLSTATE (PostgREST, `mapSQLtoHTTP`). */
const statusByCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

/** Status by SQLSTATE class (PostgREST, `mapSQLtoHTTP`); a class that is not here is 400. */
const statusByClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, message: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  // PostgREST answers 500 here. These two are the client's own doing (the same row twice in one upsert; a value or a
  // nesting beyond the program's limits), and a 5xx would make clients try again. So class 54 is not in the list either.
  if (code === '21000') return message.startsWith('ON CONFLICT DO UPDATE') || message.endsWith('requires a WHERE clause') ? 400 : 500;
  // A function chooses its own refusal by `raise sqlstate 'PT418'`.
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (raised !== undefined) return Number(raised);
  return statusByCode[code] ?? statusByClass[code.slice(0, 2)] ?? 400;
}

const connectionFailure: RestFailure = {
  code: 'PGRST000',
  status: 503,
  message: 'Database connection error.',
  details: null,
  hint: null,
};
