import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type RequestContext, resolveCaller } from '../core/caller.ts';
import { type BodyFailure, type ReadBody, withCappedBody } from '../core/capped-body.ts';
import { isStranger } from '../core/guests.ts';
import { parseJson } from '../core/parse-json.ts';
import { callerRules, type PlatformContext } from '../core/platform-context.ts';
import { requestFacts } from '../core/run-as.ts';
import type { BroadcastMessage } from './broadcast-frame.ts';
import type { ChannelGate } from './channel-gate.ts';
import { isPlainName } from './plain-name.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import { broadcastJson, type RoomMessages } from './room-messages.ts';
import type { RoomName } from './rooms.ts';
import { TooManyWaiting } from './turns.ts';

/** What answering needs. */
export type BroadcastRequestsOptions = {
  readonly context: PlatformContext;
  readonly limits: RealtimeLimits;
  readonly gate: ChannelGate;
  readonly messages: RoomMessages;
};

type Broadcast = { readonly room: RoomName; readonly message: BroadcastMessage };
type BroadcastFailure = { readonly code: 'unprocessable' | 'not_found' | BodyFailure['code']; readonly message: string };

const basePath = '/realtime/v1/api/broadcast';
/** A frame of bytes says in one byte how long its topic is, `realtime:` included, and in another how long its event is. */
const nameSchema = z
  .string()
  .min(1)
  .refine(isPlainName)
  .refine((name) => Buffer.byteLength(name) <= 240);
const batchSchema = z.object({
  messages: z
    .array(z.object({ topic: nameSchema, event: nameSchema, payload: z.unknown(), private: z.boolean().nullish() }))
    .min(1)
    .max(100),
});

const statusOf = { unprocessable: 422, not_found: 404, body_too_long: 413, body_interrupted: 400, too_many_bodies: 429 } as const;
const bodyMessages: Readonly<Record<BodyFailure['code'], string>> = {
  body_too_long: 'The body is too long',
  body_interrupted: 'The body ended before its time',
  too_many_bodies: 'The server is reading too much at the moment',
};
/** Longest body of somebody who is not signed in. */
const anonymousBytes = 64 * 1024;

/**
 * Answers `POST /realtime/v1/api/broadcast`, with which a client sends without a socket: 202 once everybody in the rooms
 * was sent the messages. The policies must let the caller send to every topic named, or nothing is sent.
 */
export function answerBroadcastRequest(
  options: BroadcastRequestsOptions,
  request: Request,
  requestContext: RequestContext,
): Promise<Response> {
  return withCappedBody(options.context.log, (readBody) => answer(options, request, requestContext, readBody));
}

async function answer(
  { context, limits, gate, messages }: BroadcastRequestsOptions,
  request: Request,
  requestContext: RequestContext,
  readBody: ReadBody,
): Promise<Response> {
  const caller = await resolveCaller(request, context.keys(), callerRules(context));
  if (!caller.ok) return Response.json({ message: 'Unauthorized' }, { status: 401 });
  const isAnonymous = isStranger(caller.value);
  const maximumBytes = isAnonymous ? Math.min(anonymousBytes, limits.frameBytes) : limits.frameBytes;
  const broadcasts = await readBroadcasts(request, () => readBody(request, { maximumBytes, isAnonymous, address: requestContext.address }));
  if (!broadcasts.ok) return Response.json({ message: broadcasts.failure.message }, { status: statusOf[broadcasts.failure.code] });
  const subscriber = { caller: caller.value, facts: requestFacts(request, requestContext) };
  try {
    for (const topic of new Set(broadcasts.value.map(({ room }) => room.topic))) {
      const { sendsBroadcasts } = await gate.ask(subscriber, topic);
      if (!sendsBroadcasts) return Response.json({ message: 'Unauthorized' }, { status: 403 });
    }
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    return Response.json({ message: 'Too many requests' }, { status: 429, headers: { 'retry-after': '1' } });
  }
  for (const { room, message } of broadcasts.value) await messages.send(room, message);
  return new Response(null, { status: 202 });
}

async function readBroadcasts(
  request: Request,
  readBody: () => ReturnType<ReadBody>,
): Promise<Result<readonly Broadcast[], BroadcastFailure>> {
  const url = new URL(request.url);
  const target = targetOf(url.pathname);
  if (request.method !== 'POST' || target === undefined) return fail({ code: 'not_found', message: 'Not found' });
  if ([...url.searchParams.keys()].some((name) => /^persist(\[|$)/.test(name))) {
    return fail({ code: 'unprocessable', message: 'Messages are not stored' });
  }
  const body = await readBody();
  if (!body.ok) return fail({ code: body.failure.code, message: bodyMessages[body.failure.code] });
  const isBinary = request.headers.get('content-type') === 'application/octet-stream';
  if (target !== 'batch') {
    const room = { topic: `realtime:${target.topic}`, isPrivate: url.searchParams.get('private') === 'true' };
    const { event } = target;
    if (isBinary) return succeed([{ room, message: { event, content: { kind: 'bytes', bytes: body.value } } }]);
    const json = body.value.toString('utf8');
    if (!parseJson(json).ok) return fail({ code: 'unprocessable', message: 'The body is no JSON' });
    return succeed([{ room, message: { event, content: { kind: 'json', json: broadcastJson(event, json) } } }]);
  }
  const json = parseJson(body.value.toString('utf8'));
  const batch = batchSchema.safeParse(json.ok ? json.value : undefined);
  if (!batch.success) return fail({ code: 'unprocessable', message: 'The body must be {"messages": [{"topic", "event", "payload"}]}' });
  return succeed(
    batch.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      room: { topic: `realtime:${topic}`, isPrivate: isPrivate ?? false },
      message: { event, content: { kind: 'json', json: broadcastJson(event, JSON.stringify(payload ?? null)) } },
    })),
  );
}

/** The topic and event a path names, or the batch; undefined for any other path. */
function targetOf(path: string): { readonly topic: string; readonly event: string } | 'batch' | undefined {
  if (path === basePath) return 'batch';
  const [, topic = '', event = ''] =
    /^\/([^/]+)\/events\/([^/]+)$/.exec(path.startsWith(basePath) ? path.slice(basePath.length) : '') ?? [];
  try {
    const names = { topic: nameSchema.safeParse(decodeURIComponent(topic)), event: nameSchema.safeParse(decodeURIComponent(event)) };
    return names.topic.success && names.event.success ? { topic: names.topic.data, event: names.event.data } : undefined;
  } catch {
    // A percent sign that introduces nothing.
    return undefined;
  }
}
