import type { Readable } from 'node:stream';
import { parseJson } from '@castellan/platform/core/parse-json';

/**
 * An answer's whole body, with what it says as JSON (`undefined` where it is none). `undefined`: it is longer than `maxBytes`, or broke
 * off; the rest is not read.
 */
export async function readWhole(body: Readable, maxBytes: number): Promise<{ readonly bytes: Buffer; readonly json: unknown } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      // Leaving the loop ends the stream.
      if (length > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(chunks);
  const parsed = parseJson(bytes.toString('utf8'));
  return { bytes, json: parsed.ok ? parsed.value : undefined };
}
