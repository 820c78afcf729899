import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type RestFailure, rangeNotSatisfiable } from './rest-failure.ts';

/** Which rows of a result are wanted. */
export type RowRange = {
  readonly offset: bigint;
  /** Never more than `maximumRows`. */
  readonly limit: bigint;
};

/** Rows one answer has at most, however many are asked for. */
export const maximumRows = 1000n;

/**
 * Joins `limit` and `offset` with a `Range` header such as `0-24` (which counts for GET only, RFC 9110 §14.2).
 * An impossible range is a PGRST103; a limit of 0 is a range of no rows.
 */
export function parseRowRange(
  limit: bigint | undefined,
  offset: bigint | undefined,
  rangeHeader: string | null,
): Result<RowRange, RestFailure> {
  const header = /^([0-9]{1,30})-([0-9]{0,30})$/.exec(rangeHeader ?? '');
  const headerFirst = BigInt(header?.[1] ?? 0);
  const headerLast = header?.[2] === undefined || header[2] === '' ? undefined : BigInt(header[2]);
  if (headerLast !== undefined && headerLast < headerFirst) {
    return fail(rangeNotSatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.'));
  }
  if (limit === 0n) return succeed({ offset: offset ?? 0n, limit: 0n });
  const parameterFirst = offset ?? 0n;
  const parameterLast = limit === undefined ? undefined : parameterFirst + limit - 1n;
  const first = headerFirst > parameterFirst ? headerFirst : parameterFirst;
  const last = smaller(headerLast, parameterLast);
  if (last !== undefined && last < first) return fail(rangeNotSatisfiable('Limit should be greater than or equal to zero.'));
  const wanted = last === undefined ? maximumRows : last - first + 1n;
  return succeed({ offset: first, limit: wanted < maximumRows ? wanted : maximumRows });
}

/** `Content-Range` of an answer: `0-24/25`, `0-24/*`, or a star where there are no rows. */
export function contentRange(offset: bigint, rowCount: number, total: number | undefined): string {
  const rows = rowCount > 0 && total !== 0 ? `${offset}-${offset + BigInt(rowCount) - 1n}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** 200 for the whole, 206 for a part, 416 where the offset lies beyond the last row. */
export function rangeStatus(offset: bigint, rowCount: number, total: number | undefined): 200 | 206 | 416 {
  if (total === undefined) return 200;
  if (offset > BigInt(total)) return 416;
  return rowCount < total ? 206 : 200;
}

function smaller(left: bigint | undefined, right: bigint | undefined): bigint | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}
