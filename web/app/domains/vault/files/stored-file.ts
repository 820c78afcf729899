import * as z from 'zod/mini';

/** Bytes that a file of notes may have in the storage. */
export const largestStoredBytes = 50_000_000;

/** Where the storage has a file, and what opens it. It lies sealed in the file's record. */
export const storedFileSchema = z.object({
  /** The random name of its parts, 32 hexadecimal digits. */
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Its own key, as base64url. */
  key: z.string(),
  /** The digest of its sealed parts (`digestOfParts` of packages/vault-core). */
  sealed: z.string(),
});

/** How a file lies in the storage. */
export type StoredFile = z.infer<typeof storedFileSchema>;

/** A file that was sent whole: how many bytes it has, and their SHA-256 in hexadecimal digits. */
export type SentFile = { readonly bytes: number; readonly sha256: string; readonly object: StoredFile };

/** What is asked for: the fields of its record. */
export type WantedFile = SentFile;
