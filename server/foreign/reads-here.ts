import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import type { Egress } from '../adapters/egress.ts';
import type { EgressStreams } from '../adapters/egress-stream.ts';
import type { ForeignAnswer, ForeignReads, Reader } from './reader.ts';

/** Readers at work in this process, for the command line, which has no other to do. */
export function createReadsHere(egress: Egress, streams?: EgressStreams): ForeignReads {
  const make = async <Options, Value>(reader: Reader<Options, Value>, answer: ForeignAnswer, options: Options) => {
    try {
      const { value, bytes = new Uint8Array() } = await reader.read(answer, options);
      // As it would come over the pipe, and be judged.
      const taken = reader.value.safeParse(JSON.parse(JSON.stringify(value)));
      if (!taken.success || bytes.byteLength > (reader.maxBytes ?? 0)) return fail({ code: 'unreadable' as const });
      return succeed({ value: taken.data, bytes: Buffer.from(bytes) });
    } catch {
      return fail({ code: 'unreadable' as const });
    }
  };
  return {
    fetch: async (reader, request, options) => {
      const answer = await egress.send(request);
      return answer.ok ? make(reader, answer.value, options) : answer;
    },
    stream: async (reader, request, options, onLine) =>
      streams === undefined
        ? fail({ code: 'connection_failed' as const })
        : streams.stream(request, (answer) => reader.read(answer, options, (line) => onLine(reader.line.parse(line)))),
    readRows: async ({ read, row, value, maxRows }, bytes) => {
      try {
        const said: unknown[] = [];
        const made = read(bytes, (one) => said.push(one));
        // As they would come over the pipe, and be judged.
        const taken = z
          .object({ rows: z.array(row).max(maxRows), value })
          .safeParse(JSON.parse(JSON.stringify({ rows: said, value: made })));
        return taken.success ? succeed(taken.data) : fail({ code: 'unreadable' as const });
      } catch {
        return fail({ code: 'unreadable' as const });
      }
    },
    read: (reader, bytes, options) => make(reader, { status: 200, headers: {}, body: bytes }, options),
  };
}
