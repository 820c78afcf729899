import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { markComplete } from '@castellan/platform/cluster/prepare-database';
import { connectAs } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { contentPlace } from '@castellan/platform/storage/files/content-files';
import { findOrphan } from '../database/embedded-postgres.ts';
import { sourcesAt } from '../database/migration-sources.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { openSharedDatabase, type SharedDatabaseSettings } from '../database/open-shared-database.ts';
import { keysFileOf, keysMark, provideRestoredKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { archiveNames, hashOfObject } from './archive-names.ts';
import { loadArchive } from './load-archive.ts';
import { type CheckedArchive, readArchive, type SealedArchive } from './read-archive.ts';
import { type ContentPlan, createContentWriter, planContent } from './restored-content.ts';
import type { WithScratch } from './scratch-database.ts';

/** What of the settings decides where a backup is restored to. */
export type RestoreTarget = Pick<Settings, 'database' | 'dataFolder' | 'keysFile' | 'contentFolder' | 'storage'>;

/** What a restore would do. Throws a sentence for people where something is in the way. */
export function planRestore(target: RestoreTarget, { manifest }: CheckedArchive): { readonly content: Exclude<ContentPlan, 'taken'> } {
  const { database, dataFolder, keysFile, contentFolder } = target;
  // As its migrations: where they are not here, nothing else need be tried.
  sourcesAt(manifest.migrations);
  if (database === undefined && existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
    throw new Error(
      `${dataFolder} is not empty, and a restore writes over nothing. Set CASTELLAN_DATA_DIR to a folder that is not there yet.`,
    );
  if (database === undefined && existsSync(keysFile))
    throw new Error(
      `There are keys in ${keysFile}. A restore makes new ones, and writes over none. Set CASTELLAN_KEYS_FILE to another file.`,
    );
  const content = planContent(contentFolder, manifest);
  if (content === 'taken')
    throw new Error(
      `${contentFolder} holds other files than the backup, and a restore writes over nothing. Set CASTELLAN_CONTENT_DIR to a folder that is not there yet.`,
    );
  return { content };
}

/** Reads a backup into a scratch database, compares, and deletes it: a drill that touches nothing else. */
export async function rehearseRestore(withScratch: WithScratch, archive: SealedArchive, { manifest }: CheckedArchive): Promise<void> {
  await withScratch(manifest.migrations, (client) => loadArchive(client, archive, manifest));
}

/**
 * Restores a checked backup as `planRestore` said. The content's folder, the keys and the data folder get their names when each is
 * whole, the data folder last; a database of somebody else's is one transaction. So a restore that ends early, however it ends, leaves
 * nothing that a server would start on, and can be run again.
 */
export async function restore(target: RestoreTarget, archive: SealedArchive, checked: CheckedArchive, log: Log): Promise<void> {
  const { content } = planRestore(target, checked);
  if (content === 'write') {
    const writer = createContentWriter(target.contentFolder);
    for await (const file of readArchive(archive)) if (file.name.startsWith(archiveNames.content)) await writer.take(file);
    writer.finish();
  }
  const { folder } = target.storage;
  const isInData = target.database === undefined && folder === join(target.dataFolder, 'files');
  if (!isInData) await restoreObjects(archive, folder);
  if (target.database === undefined) await restoreEmbedded(target, archive, checked, log);
  else await restoreShared(target.database, target.keysFile, { archive, checked, log });
}

/** Puts contents into their places. One that is there already is replaced by the same bytes. */
async function restoreObjects(archive: SealedArchive, folder: string): Promise<void> {
  for await (const { name, pieces } of readArchive(archive)) {
    const wanted = hashOfObject(name);
    if (wanted === undefined) continue;
    const { shelf, path } = contentPlace(folder, wanted);
    mkdirSync(shelf, { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const file = await open(`${path}.restoring`, 'w', 0o600);
    try {
      for await (const piece of pieces()) {
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== wanted) throw new Error(`${archive.path}: ${name} holds other bytes than it is named by.`);
    renameSync(`${path}.restoring`, path);
  }
}

async function restoreEmbedded(
  { dataFolder, keysFile, storage }: RestoreTarget,
  archive: SealedArchive,
  { manifest, authenticatorKey }: CheckedArchive,
  log: Log,
): Promise<void> {
  const draft = `${dataFolder}.restoring`;
  await findOrphan(draft, log)?.stop();
  rmSync(draft, { recursive: true, force: true });
  const draftKeys = keysFileOf(draft);
  await provideRestoredKeys(draftKeys, authenticatorKey);
  const database = await openEmbeddedDatabase(draft, draftKeys, log, sourcesAt(manifest.migrations));
  try {
    const client = await connectAs(database.address, 'supabase_admin');
    try {
      await loadArchive(client, archive, manifest);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
  if (storage.folder === join(dataFolder, 'files')) await restoreObjects(archive, join(draft, 'files'));
  // As the next start would: whatever this version adds works on what was restored.
  await (await openEmbeddedDatabase(draft, draftKeys, log)).close();
  if (keysFile !== keysFileOf(dataFolder)) {
    linkSync(draftKeys, keysFile);
    unlinkSync(draftKeys);
  }
  if (existsSync(dataFolder)) rmdirSync(dataFolder);
  renameSync(draft, dataFolder);
}

async function restoreShared(
  target: SharedDatabaseSettings,
  keysFile: string,
  {
    archive,
    checked: { manifest, authenticatorKey },
    log,
  }: { readonly archive: SealedArchive; readonly checked: CheckedArchive; readonly log: Log },
): Promise<void> {
  const { direct } = await openSharedDatabase(target, log, 'move', { sources: sourcesAt(manifest.migrations) });
  const { ring } = await provideRestoredKeys(keysFile, authenticatorKey);
  const client = await connectAs(direct, 'supabase_admin');
  try {
    await loadArchive(client, archive, manifest, async () => {
      await client.query("insert into castellan.installation values ('keys', $1) on conflict (name) do update set value = excluded.value", [
        keysMark(ring),
      ]);
      await markComplete(client);
    });
  } finally {
    await client.end();
  }
  await openSharedDatabase(target, log);
}
