import type { Encrypter } from 'age-encryption';
import type { Bytes } from '../ports.ts';

/** The stream that the library takes and gives (WHATWG Streams). */
type AgeStream = Parameters<Encrypter['encrypt']>[0];

type Source = {
  pull: (controller: { enqueue(piece: Uint8Array): void; close(): void }) => Promise<void>;
  cancel: () => Promise<void>;
};

// Every runtime that has WebCrypto has these; the compiler is told here, because the package knows no DOM.
declare const ReadableStream: new (source: Source, strategy: { readonly highWaterMark: number }) => AgeStream;

/** Pieces as a stream that asks for the next one when it is wanted, so that nothing piles up. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): AgeStream {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** The pieces of a stream. Whoever stops early ends the stream. Throws what the stream fails with. */
export async function* piecesOfStream(stream: AgeStream): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // No memory here is shared with anybody.
      yield value.buffer instanceof ArrayBuffer ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : Uint8Array.from(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
