import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, type Outcome, readJson, type StorageCall } from '../storage-call.ts';
import { accessDenied, noSuchObject } from '../storage-failure.ts';
import { findObject, type ObjectPlace, type ObjectRow, objectColumns } from './object-row.ts';

const removeSchema = z.object({ prefixes: z.array(z.string().max(1024)).min(1).max(1000) });

/** `DELETE /object/BUCKET`: those of the named objects that the caller may remove. */
export async function removeObjects(call: StorageCall, bucket: string): Promise<Outcome<Response>> {
  const body = await readJson(call, removeSchema);
  if (!body.ok) return body;
  const removed = await asCaller(call, async (client) => {
    const { rows } = await client.query<ObjectRow>(
      `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${objectColumns}`,
      [bucket, body.value.prefixes.filter((name) => !name.includes('\0'))],
    );
    return succeed(jsonAnswer(rows.map(({ content: _, ...row }) => row)));
  });
  if (removed.ok) call.collectSoon();
  return removed;
}

/** `DELETE /object/BUCKET/NAME`. */
export async function removeObject(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const removed = await asCaller(call, async (client) => {
    if ((await findObject(client, place)) === undefined) return fail(noSuchObject);
    const { rowCount } = await client.query('delete from storage.objects where bucket_id = $1 and name = $2', [place.bucket, place.name]);
    return rowCount === 1 ? succeed(jsonAnswer({ message: 'Successfully deleted' })) : fail(accessDenied);
  });
  if (removed.ok) call.collectSoon();
  return removed;
}
