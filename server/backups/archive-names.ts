import { z } from 'zod';

/** How the files of an archive are called. A part is a gzipped file of JSON Lines. */
export const archiveNames = {
  readMe: 'README.txt',
  keys: 'keys.json',
  manifest: 'manifest.json',
  content: 'content/',
  /** A stored object's bytes, by their SHA-256. */
  object: (hash: string) => `objects/${hash}`,
  /** `table`: quoted, with its schema. `index`: from 1. */
  part: (table: string, index: number) => `tables/${encodeURIComponent(table)}/${String(index).padStart(6, '0')}.jsonl.gz`,
} as const;

/** The table of a part's name; `undefined`: it is no part's. */
export function tableOfPart(name: string): string | undefined {
  const [, table] = /^tables\/([^/]+)\/\d{6,9}\.jsonl\.gz$/.exec(name) ?? [];
  try {
    return table === undefined ? undefined : decodeURIComponent(table);
  } catch {
    return undefined;
  }
}

/** The SHA-256 of a stored object's name; `undefined`: it is no object's. */
export function hashOfObject(name: string): string | undefined {
  return /^objects\/([0-9a-f]{64})$/.exec(name)?.[1];
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const tableSchema = z.object({
  /** Quoted, with its schema. */
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  rows: z.int().nonnegative(),
  /** What `sumTable` says. */
  checksum: z.string(),
});

const manifestSchema = z.object({
  format: z.literal('castellan backup'),
  formatVersion: z.literal(1),
  /** When the snapshot was taken. */
  madeAt: z.iso.datetime(),
  /** What the database had applied: what a restore makes the tables with. */
  migrations: z.array(z.object({ source: z.string(), name: z.string(), checksum: sha256 })),
  /** Each after those whose rows it names. */
  tables: z.array(tableSchema),
  /** Tables that no migration makes: their rows are in the archive, and a restore leaves them there. */
  otherTables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() })),
  /** Every other file of the archive, in its order. */
  files: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256 })),
});

/** What an archive says of itself, in its last file. */
export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedTable = z.infer<typeof tableSchema>;
export type ArchivedFile = Manifest['files'][number];

/** Reads `manifest.json`. Throws a sentence for people. */
export function parseManifest(text: string): Manifest {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('Its manifest.json is no JSON.');
  }
  const parsed = manifestSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const version = z.object({ formatVersion: z.int() }).safeParse(given).data?.formatVersion;
  throw new Error(
    version !== undefined && version > 1
      ? `It was made by a newer version of Castellan (format ${version}). Restore it with that version.`
      : `Its manifest.json is not one of a backup (${z.prettifyError(parsed.error).split('\n')[0]}).`,
  );
}

/** Reads `keys.json`; gives the key that a restore keeps. Throws a sentence for people, without the key. */
export function parseKeys(text: string): string {
  try {
    return z.object({ authenticatorKey: z.string().min(40) }).parse(JSON.parse(text)).authenticatorKey;
  } catch {
    throw new Error('Its keys.json is not one of a backup.');
  }
}

/** What stands in `README.txt` of every archive: how to read it without this program. */
export const readMeText = `A backup of Castellan.

With Castellan:
  npm run restore -- FILE --identity IDENTITY

Without it, with age (https://age-encryption.org) and tar:
  age --decrypt --identity IDENTITY FILE | tar --extract --file -
  gunzip --recursive tables

tables/SCHEMA.TABLE/000001.jsonl   one row a line, a JSON object: each column as PostgreSQL writes it, or null
content/                           the files of the public site
objects/SHA256                     what stored objects hold; storage.objects names them in its column content
keys.json                          the key that signs the days of the log and opens sealed settings and authenticators
manifest.json                      tables with their columns, rows and checksums; sequences; the SHA-256 of every other file

What the owner's vault sealed is sealed here too: the vault's master, recovery key or passkey opens it.
Session keys, API keys and the database's password are not in here: a restore makes new ones, and every session ends.
`;
