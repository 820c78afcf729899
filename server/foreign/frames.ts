/**
 * How this server and its processes for foreign bytes talk over a pipe: a message is JSON, with bytes behind it where it carries any.
 * In front stand the length of both, four bytes each, so that what is too long is refused before it is read.
 */
export type Frame = { readonly message: unknown; readonly bytes: Uint8Array<ArrayBuffer> };

/** The longest message and the most bytes that a reader takes. */
export type FrameLimits = { readonly maxJsonBytes: number; readonly maxBytes: number };

const headBytes = 8;

const tooLong = 'a message is longer than it may be';

const nothing = new Uint8Array();

/** What a process for foreign bytes may say at once: the answer of a relayed request, a feed with its rows. */
export const saidLimits: FrameLimits = { maxJsonBytes: 6 * 1024 * 1024, maxBytes: 16 * 1024 * 1024 };

/** A frame, in the pieces to be written one after the other. Throws where it is longer than its reader takes. */
export function writeFrame(message: unknown, bytes: Uint8Array = nothing, limits?: FrameLimits): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  if (limits !== undefined && (json.length > limits.maxJsonBytes || bytes.byteLength > limits.maxBytes)) throw new Error(tooLong);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.byteLength, 4);
  return bytes.byteLength === 0 ? [head, json] : [head, json, bytes];
}

/** Takes what comes from a pipe, piece by piece, and hands out each frame once it is whole. Throws where a frame breaks the limits or is none. */
export function createFrameReader({ maxJsonBytes, maxBytes }: FrameLimits, onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  /** What has come and was not handed out yet; of the first the bytes before `from` were. */
  let chunks: Uint8Array[] = [];
  let from = 0;
  let held = 0;
  let wanted = headBytes;
  let lengths: { readonly json: number; readonly bytes: number } | undefined;
  const take = (): Buffer => {
    const [first] = chunks;
    if (first === undefined || first.byteLength - from < wanted) {
      // Joined once for each part: one that comes in a thousand pieces costs a thousand entries, not a thousand copies.
      chunks = [Buffer.concat([...(first === undefined ? [] : [first.subarray(from)]), ...chunks.slice(1)], held)];
      from = 0;
    }
    const all = chunks[0] ?? nothing;
    const part = Buffer.from(all.buffer, all.byteOffset + from, wanted);
    from += wanted;
    held -= wanted;
    if (held === 0) [chunks, from] = [[], 0];
    return part;
  };
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.byteLength;
    while (held >= wanted) {
      const part = take();
      if (lengths === undefined) {
        lengths = { json: part.readUInt32BE(0), bytes: part.readUInt32BE(4) };
        if (lengths.json > maxJsonBytes || lengths.bytes > maxBytes) throw new Error(tooLong);
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
