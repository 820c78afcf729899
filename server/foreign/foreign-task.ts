import { z } from 'zod';
import type { EgressRequest } from '../adapters/egress.ts';
import type { EgressStreamRequest } from '../adapters/egress-stream.ts';

/**
 * What is done away from the thread that serves the site. Each is one name with plain data; bytes travel beside it.
 * - `run-tool`: a probe of `server/tools/tool-list.ts` on a target; says its progress.
 * - `send`: one request through the guard; the bytes sent are the request's body, those that come back the answer's.
 * - `fetch`: the same, and the answer goes to a reader of `reader-list.ts`: what it makes of it comes back, not the answer.
 * - `read`: a reader on bytes that are here already.
 * - `read-rows`: the same for a long list, whose rows are said, a few at a time.
 * - `stream`: one request whose answer a reader of streams reads while it comes; its lines are said.
 */
export type ForeignTask =
  | { readonly name: 'run-tool'; readonly tool: string; readonly target: string; readonly options: unknown }
  | { readonly name: 'send'; readonly request: PlainRequest }
  | { readonly name: 'fetch'; readonly reader: string; readonly options: unknown; readonly request: PlainRequest }
  | { readonly name: 'read'; readonly reader: string; readonly options: unknown }
  | { readonly name: 'read-rows'; readonly reader: string }
  | { readonly name: 'stream'; readonly reader: string; readonly options: unknown; readonly request: Omit<EgressStreamRequest, 'signal'> };

/** A request as data. Its body travels as bytes. */
export type PlainRequest = Omit<EgressRequest, 'signal' | 'body'> & { readonly hasBody: boolean };

/** Which ways to the outside a process has. */
export type Ways = {
  /** Networks that are not public and may be reached all the same, as `BlockList.rules` spells them. */
  readonly allowedNetworks: readonly string[];
  /** The DNS server to ask, an address with perhaps a port; the system's resolver where none is named. */
  readonly dnsServer?: string | undefined;
};

/** What a process is told. */
export type Order =
  | ({ readonly kind: 'open' } & Ways)
  | { readonly kind: 'task'; readonly id: number; readonly task: ForeignTask }
  | { readonly kind: 'cancel'; readonly id: number };

/** What a process says. It has read foreign bytes, so it is parsed again: `value` by whoever asked. */
export const replySchema = z.discriminatedUnion('kind', [
  /** It can be given tasks. */
  z.object({ kind: z.literal('ready') }),
  /** It is not stuck. */
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('say'), id: z.int(), value: z.unknown() }),
  z.object({ kind: z.literal('end'), id: z.int(), value: z.unknown() }),
  /** The code of ours failed: no answer of a host should be able to do that. */
  z.object({ kind: z.literal('fault'), id: z.int(), message: z.string().max(2000) }),
]);

export type Reply = z.infer<typeof replySchema>;
