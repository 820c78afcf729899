/**
 * How this server and its processes for foreign bytes talk over a pipe: a message is JSON, with bytes behind it where it carries any.
 * In front stand the length of both, four bytes each, so that what is too long is refused before it is read.
 */
export type Frame = { readonly message: unknown; readonly bytes: Uint8Array<ArrayBuffer> };

/** The longest message and the most bytes that a reader takes. */
export type FrameLimits = { readonly maxJsonBytes: number; readonly maxBytes: number };

const headBytes = 8;

const nothing = new Uint8Array();

/** A frame, in the pieces to be written one after the other. */
export function writeFrame(message: unknown, bytes: Uint8Array = nothing): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.byteLength, 4);
  return bytes.byteLength === 0 ? [head, json] : [head, json, bytes];
}

/** Takes what comes from a pipe, piece by piece, and hands out each frame once it is whole. Throws where a frame breaks the limits or is none. */
export function createFrameReader({ maxJsonBytes, maxBytes }: FrameLimits, onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let wanted = headBytes;
  let lengths: { readonly json: number; readonly bytes: number } | undefined;
  const take = (): Buffer => {
    // Joined once for each frame: a frame that comes in a thousand pieces costs a thousand entries, not a thousand copies.
    const all = Buffer.concat(chunks, held);
    chunks = held === wanted ? [] : [all.subarray(wanted)];
    held -= wanted;
    return all.subarray(0, wanted);
  };
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.byteLength;
    while (held >= wanted) {
      const part = take();
      if (lengths === undefined) {
        lengths = { json: part.readUInt32BE(0), bytes: part.readUInt32BE(4) };
        if (lengths.json > maxJsonBytes || lengths.bytes > maxBytes) throw new Error('a message is longer than it may be');
        wanted = lengths.json + lengths.bytes;
      } else {
        const { json } = lengths;
        lengths = undefined;
        wanted = headBytes;
        onFrame({ message: JSON.parse(part.toString('utf8', 0, json)), bytes: new Uint8Array(part.subarray(json)) });
      }
    }
  };
}
