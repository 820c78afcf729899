import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import { collections } from '../collections.ts';

const keptSchema = z.readonly(
  z.array(
    z.object({
      place: z.string(),
      rows: z.number().check(z.int(), z.nonnegative()),
      /** Rows that were removed and can come back; null where nothing can. */
      removed: z.nullable(z.number().check(z.int(), z.nonnegative())),
      bytes: z.number().check(z.int(), z.nonnegative()),
    }),
  ),
);

/** How much one place of the database holds of the owner's. */
export type KeptPlace = z.infer<typeof keptSchema>[number];

/** Asks the database what it keeps of the owner's, counted now. */
export function loadKeptData() {
  return callDatabase('data_passport', {}, keptSchema);
}

/** What a place is called, and who can read what lies in it. */
export type PlaceFacts = { readonly title: string; readonly readable: string };

const byServer = 'In clear at the server, for you alone';
const bySeal = 'Sealed: the server cannot read it';

const places: Readonly<Record<string, PlaceFacts>> = {
  ...Object.fromEntries(collections.map(({ name, title, sealed }) => [name, { title, readable: sealed ? bySeal : byServer }])),
  activity_logs: { title: 'Log', readable: `${byServer}; append only` },
  game_scores: { title: 'Game scores', readable: 'Not encrypted; the highest scores are public' },
  note_file_objects: { title: 'Contents of large files in notes, in parts', readable: bySeal },
  health_feed_tokens: { title: 'Tokens of the health feed', readable: 'Names in clear; of a token only a hash' },
  health_feed_values: { title: 'Health feed: values that wait', readable: bySeal },
  media_keys: { title: 'Film database key', readable: 'Sealed under a key outside the database' },
  notification_preferences: { title: 'Bell preferences', readable: byServer },
  notifications: { title: 'Notifications', readable: byServer },
  tool_source_keys: { title: 'API keys of the tools’ sources', readable: 'Sealed under a key outside the database' },
  vault_entries: { title: 'Vault entries', readable: bySeal },
  wishes: { title: 'Wishes', readable: 'Not encrypted; public ones are visible to everyone' },
  vault: { title: 'Vault keys, manifest and devices', readable: 'Wrapped: the server cannot open it' },
  tool_reports: { title: 'Tool reports and schedules', readable: byServer },
  model: { title: 'Connection to a language model', readable: 'Sealed under a key outside the database' },
  music: { title: 'Music connection', readable: 'Sealed under a key outside the database' },
};

/**
 * Whether a place was described, by name.
 * @internal A test asks it of every place that the database counts.
 */
export function isDescribed(place: string): boolean {
  return Object.hasOwn(places, place);
}

/** The facts of a place; a table that nobody described here goes by its name. */
export function placeFacts(place: string): PlaceFacts {
  return places[place] ?? { title: place.replaceAll('_', ' '), readable: 'At the server, for you alone' };
}
