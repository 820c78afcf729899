import * as z from 'zod/mini';
import { callDatabase } from '../../../lib/backend.ts';

/** Whether the owner keeps records under the vault's key: all that can be told of them while it is closed. `undefined` where nobody answers. */
export async function hasSealedRecords(): Promise<boolean | undefined> {
  const asked = await callDatabase('has_sealed_records', {}, z.boolean());
  return asked.ok ? asked.value : undefined;
}
