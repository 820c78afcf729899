import * as z from 'zod/mini';
import { identifierSchema } from '../slots/slot.ts';

/** Characters of a stored entry beyond which it is refused unread. */
export const maxEnvelopeCharacters = 1_048_576;

const column = z.pipe(
  z.nullish(z.string().check(z.maxLength(maxEnvelopeCharacters))),
  z.transform((text) => text ?? ''),
);

const rowSchema = z.object({
  id: identifierSchema,
  title: column,
  username: column,
  url: column,
  notes: column,
  category: z.pipe(
    z.nullish(z.string().check(z.maxLength(10_000))),
    z.transform((text) => text ?? 'general'),
  ),
  favorite: z.pipe(
    z.nullish(z.boolean()),
    z.transform((favorite) => favorite ?? false),
  ),
  password_encrypted: z.string(),
  icon: z.pipe(
    z.nullish(z.string()),
    z.transform((icon) => icon ?? null),
  ),
  created_at: z.string().check(z.maxLength(60)),
});

/** A row of `vault_entries` under the column names of the database. */
export type VaultRow = Readonly<z.infer<typeof rowSchema>>;

/** The row that a value from outside holds, or `undefined`. A legacy product's `encrypted_password` counts as well. */
export function parseVaultRow(value: unknown): VaultRow | undefined {
  const named =
    typeof value === 'object' && value !== null && 'encrypted_password' in value
      ? { password_encrypted: value.encrypted_password, ...value }
      : value;
  const parsed = rowSchema.safeParse(named);
  return parsed.success ? parsed.data : undefined;
}
