import { fail, type Result, succeed } from '@castellan/foundation/result';

/**
 * Reads a body of at most `maximumBytes`. Failure `body_too_long`: what is beyond the limit is never held, whatever the
 * request claimed its length to be.
 */
export async function readCappedBody(
  request: Request,
  maximumBytes: number,
): Promise<Result<Buffer<ArrayBuffer>, { readonly code: 'body_too_long' }>> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) {
    await request.body?.cancel();
    return fail({ code: 'body_too_long' });
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maximumBytes) return fail({ code: 'body_too_long' });
    chunks.push(chunk);
  }
  return succeed(Buffer.concat(chunks));
}
