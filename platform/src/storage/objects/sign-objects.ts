import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { longestAddressSeconds, signAddress } from '../signed-addresses.ts';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, type Outcome, ownerOf, readJson, type StorageCall } from '../storage-call.ts';
import { noSuchObject } from '../storage-failure.ts';
import { findObject, type ObjectPlace } from './object-row.ts';
import { mayWrite, type Uploader } from './upload-object.ts';

const seconds = z.int().min(1).max(longestAddressSeconds);
// A transformation that is asked for is not made: the address leads to the object as it is.
const signSchema = z.object({ expiresIn: seconds, transform: z.unknown().optional() });
const signManySchema = z.object({ expiresIn: seconds, paths: z.array(z.string().max(1024)).min(1).max(1000) });

/** How long an address for an upload is good, in seconds. */
const uploadSeconds = 2 * 60 * 60;

/** `POST /object/sign/BUCKET/NAME`: an address by which anybody may read an object that the caller may read. */
export async function signObject(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const body = await readJson(call, signSchema);
  if (!body.ok) return body;
  const isThere = await asCaller(call, async (client) => succeed((await findObject(client, place)) !== undefined), 'read');
  if (!isThere.ok) return isThere;
  if (!isThere.value) return fail(noSuchObject);
  return succeed(jsonAnswer({ signedURL: await addressOf(call, place, body.value.expiresIn) }));
}

/** `POST /object/sign/BUCKET`: the same for many, in the order in which they were named. */
export async function signObjects(call: StorageCall, bucket: string): Promise<Outcome<Response>> {
  const body = await readJson(call, signManySchema);
  if (!body.ok) return body;
  const { paths, expiresIn } = body.value;
  const found = await asCaller(
    call,
    async (client) => {
      const { rows } = await client.query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any ($2)', [
        bucket,
        paths.filter((path) => !path.includes('\0')),
      ]);
      return succeed(new Set(rows.map(({ name }) => name)));
    },
    'read',
  );
  if (!found.ok) return found;
  const signed = paths.map(async (path) =>
    found.value.has(path)
      ? { error: null, path, signedURL: await addressOf(call, { bucket, name: path }, expiresIn) }
      : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
  );
  return succeed(jsonAnswer(await Promise.all(signed)));
}

async function addressOf({ context }: StorageCall, { bucket, name }: ObjectPlace, expiresIn: number): Promise<string> {
  const url = `${bucket}/${name}`;
  const token = await signAddress(context.keys(), { scope: 'download', url }, { nowMs: context.clock.nowMs(), seconds: expiresIn });
  return `/object/sign/${url}?token=${token}`;
}

/** `POST /object/upload/sign/BUCKET/NAME`: an address by which anybody may write what the caller may write here. */
export async function signUpload(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const uploader: Uploader = { isSigned: false, owner: ownerOf(call.caller), isUpsert: call.http.headers.get('x-upsert') === 'true' };
  const may = await mayWrite(call, place, uploader);
  if (!may.ok) return may;
  const { context } = call;
  const url = `${place.bucket}/${place.name}`;
  const token = await signAddress(
    context.keys(),
    { scope: 'upload', url, owner: uploader.owner, upsert: uploader.isUpsert },
    { nowMs: context.clock.nowMs(), seconds: uploadSeconds },
  );
  return succeed(jsonAnswer({ url: `/object/upload/sign/${url}?token=${token}`, token }));
}
