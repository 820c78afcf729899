import { z } from 'zod';

const callSchema = z.strictObject({
  id: z.string().min(1).max(200),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1).max(64), arguments: z.string().max(65_536) }),
});

const text = z.string().max(200_000);

const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: text }),
  z.strictObject({ role: z.literal('user'), content: text }),
  z.strictObject({ role: z.literal('assistant'), content: text.nullable(), tool_calls: z.array(callSchema).min(1).max(16).optional() }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1).max(200), content: text }),
]);

const toolSchema = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().max(2000),
    parameters: z.record(z.string(), z.unknown()),
  }),
});

/**
 * What is sent to the endpoint, whole: the browser made it and showed it to the owner, and nothing is added to it or taken
 * from it here. `stream` and `stream_options` are always as given.
 */
const payloadSchema = z.strictObject({
  model: z.string().min(1).max(200),
  messages: z.array(messageSchema).min(1).max(200),
  tools: z.array(toolSchema).min(1).max(64).optional(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
});

/** A chat that the owner asks for: what leaves, and for the log what kinds of things are in it. */
export const chatSchema = z.strictObject({
  payload: payloadSchema,
  kinds: z.array(z.string().regex(/^[a-z ]{1,40}$/)).max(20),
});

/** The body of a call that asks a model. */
export type ChatRequest = z.infer<typeof chatSchema>;

/** Bytes that a body of it may have. */
export const maxChatBytes = 1024 * 1024;
