import { succeed } from '@castellan/foundation/result';
import { type Outcome, refuse } from './auth-failure.ts';

/** What is said of an account travels in every access token, and headers have a limit. */
const maximumMetadataBytes = 4096;

/** Metadata with changes laid over it, as JSON; keys set to `null` are taken away, as on the hosted service. */
export function mergeMetadata(
  present: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>> | undefined,
): Outcome<string | undefined> {
  if (data === undefined) return succeed(undefined);
  const merged = Object.entries({ ...present, ...data }).filter(([, value]) => value !== null);
  const text = JSON.stringify(Object.fromEntries(merged));
  if (Buffer.byteLength(text) <= maximumMetadataBytes) return succeed(text);
  return refuse(422, 'validation_failed', `data: the account's metadata may have ${maximumMetadataBytes} bytes at most`);
}
