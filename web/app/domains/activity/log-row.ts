import { z } from 'zod';
import { momentText } from './moment-text.ts';

const digest = z.string().regex(/^\\x[0-9a-f]{64}$/);

/** A row of `activity_logs` (spec §3), as the database makes it and an export holds it. */
export const logRow = z.object({
  id: z.uuid(),
  sequence: z.number().int().positive(),
  activity_type: z.string().min(1),
  activity_description: z.string().min(1),
  success: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  ip_address: z.string().nullable(),
  address_verified: z.boolean().nullable(),
  user_agent: z.string().nullable(),
  page_url: z.string().nullable(),
  session_id: z.string().nullable(),
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
export const readLogRow = logRow.omit({ user_id: true, previous_hash: true, hash: true }).extend({
  id: z.string(),
  sequence: sequence.nullish(),
  activity_description: activity_description.or(z.literal('')).nullish(),
  success: success.nullish(),
  metadata: metadata.nullish(),
  ip_address: ip_address.optional(),
  address_verified: address_verified.optional(),
  user_agent: user_agent.optional(),
  page_url: page_url.optional(),
  session_id: session_id.optional(),
  reported_by: z.string().nullish(),
});
