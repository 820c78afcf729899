import type { Queryable } from '@castellan/platform/core/database';
import type { FailedSignIns } from '../failed-sign-ins.ts';
import { recordServerEvent, type ServerEvent } from './server-event.ts';

/** Refused sign-ins as one entry of the owner's log. Nothing that was typed is in it. */
export function failedSignInsEvent({ address, userAgent, methods, count }: FailedSignIns): ServerEvent {
  const attempts = count === 1 ? 'A sign-in was refused' : `${count} sign-ins were refused`;
  const from = address === 'many' ? 'from many addresses' : `from ${address}`;
  const description = `${attempts} ${from}`;
  return { type: 'failed_login', description, success: false, metadata: { methods, count }, address, userAgent };
}

/** Writes one row about refused sign-ins into the owner's log. `queryable` is connected as `postgres`. */
export async function writeFailedSignIns(queryable: Queryable, row: FailedSignIns): Promise<void> {
  await recordServerEvent(queryable, failedSignInsEvent(row));
}
