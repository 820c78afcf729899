import * as z from 'zod/mini';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** A row of `short_links`. `url` is an http or https address in printable ASCII; `expires_at` ISO 8601. */
export const linkSchema = z.object({
  ...recordColumns,
  url: z.string().check(z.maxLength(2048)),
  // The page makes one; where nobody did, the table does.
  slug: z._default(z.string().check(z.maxLength(64)), ''),
  title: z._default(z.string().check(z.maxLength(200)), ''),
  tags: z._default(z.array(z.string()), []),
  expires_at: z._default(z.nullable(z.string()), null),
  max_visits: z._default(z.nullable(z.number().check(z.int())), null),
  password_hash: z._default(z.nullable(z.string()), null),
});
