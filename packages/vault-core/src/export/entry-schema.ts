import { z } from 'zod';
import { type Entry, entryKinds, mostEntryVersions } from '../entry.ts';

const instant = z.iso.datetime();
const text = (most: number) => z.string().max(most);

/** The most characters each text of an entry may have where it comes from outside. */
export const mostCharacters = {
  title: 1000,
  username: 1000,
  url: 8192,
  category: 200,
  tag: 200,
  password: 20_000,
  notes: 200_000,
  totp: 2048,
} as const;

/** The most tags and fields an entry may bring. */
export const mostItems = { tags: 100, fields: 300 } as const;

const details = z.strictObject({
  kind: z.enum(entryKinds),
  title: text(mostCharacters.title).min(1),
  username: text(mostCharacters.username),
  url: text(mostCharacters.url),
  category: text(mostCharacters.category),
  favorite: z.boolean(),
  tags: z.array(text(mostCharacters.tag)).max(mostItems.tags),
  createdAt: instant,
  updatedAt: instant,
  passwordChangedAt: instant,
  expiresAt: instant.nullable(),
  trashedAt: instant.nullable(),
  canary: z.boolean(),
  hasTotp: z.boolean(),
});

const presentSecrets = z.strictObject({
  password: text(mostCharacters.password),
  notes: text(mostCharacters.notes),
  totp: text(mostCharacters.totp),
  fields: z.array(z.strictObject({ name: text(1000), value: text(mostCharacters.notes), hidden: z.boolean() })).max(mostItems.fields),
});

const version = z.strictObject({ replacedAt: instant, details, secrets: presentSecrets });

/** An entry as a file of ours holds it: every field, nothing else, each within its limit. */
export const entrySchema: z.ZodType<Entry> = z.strictObject({
  details,
  secrets: presentSecrets.extend({ history: z.array(version).max(mostEntryVersions) }),
});
