import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ByteSpan } from './files/content-files.ts';

/**
 * What `Range` asks of a content. `undefined`: all of it, also where the header is not understood or names several parts (RFC 9110
 * §14.2 lets a server pass it over). Fails where nothing of the content lies in it.
 */
export function parseByteRange(header: string | null, size: number): Result<ByteSpan | undefined, { readonly code: 'not_satisfiable' }> {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return succeed(undefined);
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? fail({ code: 'not_satisfiable' }) : succeed({ from: size - length, to: size - 1 });
  }
  if (last !== '' && Number(last) < Number(first)) return succeed(undefined);
  if (Number(first) >= size) return fail({ code: 'not_satisfiable' });
  return succeed({ from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) });
}
