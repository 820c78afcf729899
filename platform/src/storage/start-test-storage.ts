import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '../core/log.ts';
import type { StorageSettings } from '../core/platform-context.ts';
import { openTestStage, serveOnLoopback } from '../core/test-stage.ts';
import { openStorageService } from './storage-service.ts';

/** Policies under which everybody signed in has a folder of their own, and only in buckets whose name does not begin with `closed`. */
export const folderPolicies = `
  create policy "Anybody signed in may see buckets" on storage.buckets for select to authenticated using (id not like 'closed%');
  create policy "Anybody signed in may use their folder" on storage.objects for all to authenticated
    using (bucket_id not like 'closed%' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id not like 'closed%' and (storage.foldername(name))[1] = auth.uid()::text);`;

/** Starts the service over a private database and folder, behind the listener that the server has. */
export async function startTestStorage(changed: Partial<StorageSettings> = {}, log: Log = silentLog) {
  const { keys, time, context, makeUser, close } = await openTestStage('http://storage.test', folderPolicies, log);
  const folder = await mkdtemp(join(tmpdir(), 'castellan-storage-'));
  const settings: StorageSettings = { folder, largestFileBytes: 2_000_000, bytesPerCaller: 20_000_000, ...changed };
  const service = openStorageService(context, settings);
  const handle = (request: Request) => service.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  const address = await serveOnLoopback(handle);
  return {
    ...{ keys, time, folder, context, settings, service, handle },
    makeUser: (id?: string) => makeUser(900, id),
    url: address.url,
    port: address.port,
    stop: async () => {
      await address.close();
      await service.stop();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
