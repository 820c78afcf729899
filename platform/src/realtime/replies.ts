import type { Carrier } from './channel.ts';
import type { ClientFrame } from './wire-protocol.ts';

/** What an answer repeats of the message it answers. */
export type Question = Pick<ClientFrame, 'joinRef' | 'ref' | 'topic'>;

/** Answers a message with success. */
export function answer(connection: Carrier, question: Question, response: Readonly<Record<string, unknown>>): void {
  reply(connection, question, { status: 'ok', response });
}

/** Answers a message with a failure. The client library shows `reason` to its user. */
export function refuse(connection: Carrier, question: Question, reason: string): void {
  reply(connection, question, { status: 'error', response: { reason } });
}

function reply(connection: Carrier, { joinRef, ref, topic }: Question, payload: Readonly<Record<string, unknown>>): void {
  connection.send({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify(payload));
}
