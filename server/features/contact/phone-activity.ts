import { recordServerEvent } from '../../owner/server-event.ts';
import type { ServerRows } from '../../rows/server-rows.ts';
import type { PhoneRequest } from './phone-function.ts';
import type { PhoneReveals } from './phone-reveals.ts';

/** Writes a row for reveals of the phone number to one address (or to `many`). */
export async function writePhoneReveals(rows: ServerRows, { count, ...request }: PhoneReveals): Promise<void> {
  const whom = request.address === 'many' ? 'many addresses' : request.address;
  const times = count === 1 ? '' : ` ${count} more times`;
  await write(rows, request, `The phone number was shown${times} to ${whom}`, true, count === 1 ? {} : { count });
}

/** Writes a row for refused phone requests of one address (or of `many`). */
export async function writeRefusedPhoneRequests(rows: ServerRows, request: PhoneRequest & { readonly count: number }): Promise<void> {
  const { address, count } = request;
  const requests = count === 1 ? 'A request for the phone number was refused' : `${count} requests for the phone number were refused`;
  await write(rows, request, `${requests} ${address === 'many' ? 'from many addresses' : `from ${address}`}`, false, { count });
}

async function write(
  rows: ServerRows,
  { address, userAgent }: PhoneRequest,
  description: string,
  success: boolean,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = { subject: 'phone_number', ...metadata };
  await recordServerEvent(rows, { type: 'security_event', description, success, metadata: subject, address, userAgent });
}
