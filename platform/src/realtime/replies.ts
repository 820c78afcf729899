import type { Connection } from './connection.ts';
import type { ClientFrame } from './wire-protocol.ts';

/** What an answer repeats of the message it answers. */
export type Question = Pick<ClientFrame, 'joinRef' | 'ref' | 'topic'>;

/** Answers a message with success. */
export function answer(connection: Connection, question: Question, response: Readonly<Record<string, unknown>>): void {
  reply(connection, question, { status: 'ok', response });
}

/** Answers a message with a failure. The client library shows `reason` to its user. */
export function refuse(connection: Connection, question: Question, reason: string): void {
  reply(connection, question, { status: 'error', response: { reason } });
}

function reply(connection: Connection, { joinRef, ref, topic }: Question, payload: Readonly<Record<string, unknown>>): void {
  connection.send({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify(payload));
}
