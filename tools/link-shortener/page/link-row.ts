import { z } from 'zod';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** A row of `short_links`. `url` is an http or https address in printable ASCII; `expires_at` ISO 8601. */
export const linkSchema = z.object({
  ...recordColumns,
  url: z.string().max(2048),
  // The page makes one; where nobody did, the table does.
  slug: z.string().max(64).default(''),
  title: z.string().max(200).default(''),
  tags: z.array(z.string()).default([]),
  expires_at: z.string().nullable().default(null),
  max_visits: z.number().int().nullable().default(null),
  password_hash: z.string().nullable().default(null),
});
