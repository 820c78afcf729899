import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionRole } from './connection-role.ts';

/** A folder of `.sql` files, applied in the order of their names, each once and never edited afterwards. */
export type MigrationSource = {
  /** Distinguishes the folders in the ledger, such as `platform` and `product`. */
  readonly name: string;
  readonly folder: string;
  /** A folder of the functions as they are now, applied after the migrations whenever their text changed. */
  readonly functions?: string;
  /** The names of the only files that are applied; left out: every file of the folder. */
  readonly only?: ReadonlySet<string>;
  /** The role that runs the files and so owns what they make. */
  readonly role: ConnectionRole;
};

/** What a file's SQL becomes where the cluster is somebody else's, and the role it runs as; `supabase_admin` is the connection's own. */
export type Rewrite = (migration: { readonly source: MigrationSource; readonly name: string; readonly sql: string }) => {
  readonly sql: string;
  readonly role: string;
};

/** A file of SQL: its path below the folder, and the SHA-256 of its text. */
export type SqlFile = { readonly name: string; readonly sql: string; readonly checksum: string };

/** The `.sql` files of a folder and the folders in it, in the order of their paths. Line endings of Windows make no difference. */
export function readSqlFiles(folder: string): readonly SqlFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}
