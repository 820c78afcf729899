import type { FailedSignIns } from '../failed-sign-ins.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import { recordServerEvent } from './server-event.ts';

/** Writes one row about refused sign-ins into the owner's log. Nothing that was typed is in it. */
export async function writeFailedSignIns(rows: ServerRows, { address, userAgent, methods, count }: FailedSignIns): Promise<void> {
  const attempts = count === 1 ? 'A sign-in was refused' : `${count} sign-ins were refused`;
  const from = address === 'many' ? 'from many addresses' : `from ${address}`;
  await recordServerEvent(rows, {
    type: 'failed_login',
    description: `${attempts} ${from}`,
    success: false,
    metadata: { methods, count },
    address,
    userAgent,
  });
}
