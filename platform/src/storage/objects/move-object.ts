import { randomUUID } from 'node:crypto';
import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { parseContentType } from '../content-type.ts';
import { isBucketName, isObjectName } from '../object-name.ts';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, type Outcome, ownerOf, readJson, type StorageCall } from '../storage-call.ts';
import { accessDenied, invalidBucketName, invalidKey, invalidMimeType, noSuchObject } from '../storage-failure.ts';
import { findObject, lockQuota, type ObjectMetadata, type ObjectPlace, settleRow, writeRow } from './object-row.ts';

const placesSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

const copySchema = placesSchema.extend({
  metadata: z.object({ cacheControl: z.string().max(100).optional(), mimetype: z.string().max(255).optional() }).nullish(),
  copyMetadata: z.boolean().nullish(),
});

function placesOf(body: z.infer<typeof placesSchema>): Outcome<{ readonly source: ObjectPlace; readonly target: ObjectPlace }> {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  const target = { bucket: destinationBucket ?? bucketId, name: destinationKey };
  if (!isBucketName(bucketId) || !isBucketName(target.bucket)) return fail(invalidBucketName);
  if (!isObjectName(sourceKey) || !isObjectName(destinationKey)) return fail(invalidKey);
  return succeed({ source: { bucket: bucketId, name: sourceKey }, target });
}

/** `POST /object/move`: one row changes its name; the bytes stay where they are. */
export async function moveObject(call: StorageCall): Promise<Outcome<Response>> {
  const body = await readJson(call, placesSchema);
  if (!body.ok) return body;
  const places = placesOf(body.value);
  if (!places.ok) return places;
  const { source, target } = places.value;
  const owner = ownerOf(call.caller);
  return asCaller(call, async (client) => {
    await lockQuota(client, owner);
    if ((await findObject(client, source)) === undefined) return fail(noSuchObject);
    const { rowCount } = await client.query(
      `update storage.objects set bucket_id = $3, name = $4, owner = $5::uuid, owner_id = $5::text, version = $6
        where bucket_id = $1 and name = $2`,
      [source.bucket, source.name, target.bucket, target.name, owner, randomUUID()],
    );
    if (rowCount !== 1) return fail(accessDenied);
    const moved = await settleRow(call, client, target);
    if (!moved.ok) return moved;
    return succeed(jsonAnswer({ message: 'Successfully moved', Id: moved.value.id, Key: target.name }));
  });
}

/** `POST /object/copy`: another row with the same content. */
export async function copyObject(call: StorageCall): Promise<Outcome<Response>> {
  const body = await readJson(call, copySchema);
  if (!body.ok) return body;
  const places = placesOf(body.value);
  if (!places.ok) return places;
  const { source, target } = places.value;
  const { copyMetadata, metadata: wanted } = body.value;
  const changed = copyMetadata === false ? changesOf(wanted ?? {}) : succeed({});
  if (!changed.ok) return changed;
  const owner = ownerOf(call.caller);
  const isUpsert = call.http.headers.get('x-upsert') === 'true';
  const copied = await asCaller(call, async (client) => {
    await lockQuota(client, owner);
    const original = await findObject(client, source);
    if (original === undefined || original.content === null || original.metadata === null) return fail(noSuchObject);
    const metadata = { ...original.metadata, ...changed.value };
    await writeRow(client, { ...target, owner, isUpsert, metadata, userMetadata: original.user_metadata });
    return settleRow(call, client, target, original.content);
  });
  if (!copied.ok) return copied;
  const { content: _, ...row } = copied.value;
  return succeed(jsonAnswer({ ...row, Id: row.id, Key: `${target.bucket}/${target.name}` }));
}

function changesOf({ cacheControl, mimetype }: NonNullable<z.infer<typeof copySchema>['metadata']>): Outcome<Partial<ObjectMetadata>> {
  const type = mimetype === undefined ? undefined : parseContentType(mimetype);
  if (mimetype !== undefined && type === undefined) return fail(invalidMimeType(undefined));
  return succeed({
    ...(type === undefined ? {} : { mimetype: type }),
    ...(cacheControl !== undefined && /^[\w=, -]{1,100}$/.test(cacheControl) ? { cacheControl } : {}),
  });
}
