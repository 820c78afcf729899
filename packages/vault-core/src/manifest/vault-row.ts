import { z } from 'zod';
import { identifierSchema } from '../slots/slot.ts';

/** Characters of a stored entry beyond which it is refused unread. */
export const maxEnvelopeCharacters = 1_048_576;

const column = z
  .string()
  .max(maxEnvelopeCharacters)
  .nullish()
  .transform((text) => text ?? '');

const rowSchema = z.object({
  id: identifierSchema,
  title: column,
  username: column,
  url: column,
  notes: column,
  category: z
    .string()
    .max(10_000)
    .nullish()
    .transform((text) => text ?? 'general'),
  favorite: z
    .boolean()
    .nullish()
    .transform((favorite) => favorite ?? false),
  password_encrypted: z.string(),
  icon: z
    .string()
    .nullish()
    .transform((icon) => icon ?? null),
  created_at: z.string().max(60),
});

/** A row of `vault_entries` under the column names of the database. */
export type VaultRow = Readonly<z.infer<typeof rowSchema>>;

/** The row that a value from outside holds, or `undefined`. A legacy product's `encrypted_password` counts as well. */
export function parseVaultRow(value: unknown): VaultRow | undefined {
  const named =
    typeof value === 'object' && value !== null && 'encrypted_password' in value
      ? { password_encrypted: value.encrypted_password, ...value }
      : value;
  const parsed = rowSchema.safeParse(named, { jitless: true });
  return parsed.success ? parsed.data : undefined;
}
