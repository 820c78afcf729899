import * as z from 'zod/mini';
import { momentText } from './moment-text.ts';

const digest = z.string().check(z.regex(/^\\x[0-9a-f]{64}$/));

/** A row of `activity_logs` (spec §3), as the database makes it and an export holds it. */
export const logRow = z.object({
  id: z.uuid(),
  sequence: z.number().check(z.int(), z.positive()),
  activity_type: z.string().check(z.minLength(1)),
  activity_description: z.string().check(z.minLength(1)),
  success: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  ip_address: z.nullable(z.string()),
  address_verified: z.nullable(z.boolean()),
  user_agent: z.nullable(z.string()),
  page_url: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  user_id: z.uuid(),
  reported_by: z.enum(['client', 'server']),
  created_at: momentText,
  previous_hash: digest,
  hash: digest,
});

const {
  shape: { sequence, activity_description, success, metadata, ip_address, address_verified, user_agent, page_url, session_id },
} = logRow;

/** The same row as pages read it: of what a page asks for or an older row has, any of these columns may be missing. */
export const readLogRow = z.extend(z.omit(logRow, { user_id: true, previous_hash: true, hash: true }), {
  id: z.string(),
  sequence: z.nullish(sequence),
  activity_description: z.nullish(z.union([activity_description, z.literal('')])),
  success: z.nullish(success),
  metadata: z.nullish(metadata),
  ip_address: z.optional(ip_address),
  address_verified: z.optional(address_verified),
  user_agent: z.optional(user_agent),
  page_url: z.optional(page_url),
  session_id: z.optional(session_id),
  reported_by: z.nullish(z.string()),
});
