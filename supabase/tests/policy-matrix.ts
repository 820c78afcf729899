import { collections } from '../../web/app/domains/collections.ts';
import type { ClearCollection } from '../../web/app/domains/records/declared-collection.ts';

/** Everybody who may send a request, by what the policies must tell apart. */
export const callerNames = [
  'anon',
  'another user',
  'owner aal1 before the first factor',
  'owner aal1 after the first factor',
  'owner aal2',
  'owner aal2, session revoked',
  'service',
] as const;

/** One of the callers of the matrix. */
export type CallerName = (typeof callerNames)[number];

/** What is tried on each table; `insert foreign` is a row in the name of somebody else. */
export const commands = ['select', 'insert', 'insert foreign', 'update', 'delete', 'truncate'] as const;

/** One of the commands of the matrix. */
export type Command = (typeof commands)[number];

/**
 * - `refused`: SQLSTATE 42501.
 * - `nothing`: accepted and hits no row.
 * - `own`: reaches every row of the caller's and no other.
 * - `everything`: reaches the rows of all users.
 */
export type Outcome = 'refused' | 'nothing' | 'own' | 'everything';

type Outcomes = Readonly<Record<Command, Outcome>>;

/** One table: how to write to it, and what each caller gets. The column `user_id` says whose a row is. */
export type TableLaw = {
  /** `$1` is the user id of the row. */
  readonly insert: string;
  /** The most harmless update that any caller may be granted, without a `where`. */
  readonly update: string;
  readonly outcomes: Readonly<Record<CallerName, Outcomes>>;
};

const refusedEverything: Outcomes = {
  select: 'refused',
  insert: 'refused',
  'insert foreign': 'refused',
  update: 'refused',
  delete: 'refused',
  truncate: 'refused',
};

/** A table that is nobody's: the server alone reads and writes it, as the product's owner. */
const nobodys: TableLaw['outcomes'] = {
  anon: refusedEverything,
  'another user': refusedEverything,
  'owner aal1 before the first factor': refusedEverything,
  'owner aal1 after the first factor': refusedEverything,
  'owner aal2': refusedEverything,
  'owner aal2, session revoked': refusedEverything,
  service: refusedEverything,
};

const mayOnlyRead: Outcomes = { ...refusedEverything, select: 'everything' };

function ownersTable(law: {
  readonly insert: string;
  readonly update: string;
  readonly shutOut: Outcomes;
  readonly owner: Outcomes;
  readonly service?: Outcomes;
}): TableLaw {
  return {
    insert: law.insert,
    update: law.update,
    outcomes: {
      anon: refusedEverything,
      'another user': law.shutOut,
      'owner aal1 before the first factor': law.owner,
      'owner aal1 after the first factor': law.shutOut,
      'owner aal2': law.owner,
      'owner aal2, session revoked': law.shutOut,
      service: law.service ?? mayOnlyRead,
    },
  };
}

/** A table that `private.make_owner_table` made: the owner reads, adds and changes; a row goes by `deleted_at`, never by DELETE. */
function recordsTable(insert: string, update: string): TableLaw {
  return ownersTable({
    insert,
    update,
    shutOut: { ...refusedEverything, select: 'nothing', update: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own', update: 'own' },
  });
}

/** A table that `private.make_sealed_table` made: the owner reads it, and `write_vault` alone writes it. */
function sealedTable(insert: string, update: string): TableLaw {
  return ownersTable({
    insert,
    update,
    shutOut: { ...refusedEverything, select: 'nothing' },
    owner: { ...refusedEverything, select: 'own' },
  });
}

type Writes = { readonly insert: string; readonly update: string };

/** How the smallest row of a table is written. */
function writesOf(table: string, smallest: ClearCollection['smallest']): Writes {
  const columns = Object.keys(smallest);
  const values = Object.values(smallest).map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)));
  return {
    insert: `insert into ${table} (${columns.join(', ')}, user_id) values (${values.join(', ')}, $1)`,
    update: `update ${table} set ${columns[0]} = ${columns[0]}`,
  };
}

/** A text of the vault's form. It opens with no key. */
const sealedText = `r2.${'k'.repeat(22)}.1.${'c'.repeat(123)}`;

/** Every collection of records in clear: how the smallest of its rows is written. */
export const recordTables: Readonly<Record<string, Writes>> = Object.fromEntries(
  collections.flatMap((one) => (one.sealed ? [] : [[`public.${one.name}`, writesOf(`public.${one.name}`, one.smallest)]])),
);

/** Every sealed collection: how a row would be written, if the vault's own function were not the only one that may. */
export const sealedTables: typeof recordTables = Object.fromEntries(
  collections.flatMap((one) => (one.sealed ? [[`public.${one.name}`, writesOf(`public.${one.name}`, { sealed: sealedText })]] : [])),
);

/** Every table that the API can reach. A table without a row here fails the test. */
export const tableLaws: Readonly<Record<string, TableLaw>> = {
  'public.activity_logs': ownersTable({
    insert: `insert into public.activity_logs (activity_type, activity_description, user_id) values ('app_activity', 'Opened', $1)`,
    update: 'update public.activity_logs set success = false',
    shutOut: { ...refusedEverything, select: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own' },
  }),
  'public.notifications': ownersTable({
    insert: `insert into public.notifications (title, user_id) values ('Hello', $1)`,
    update: 'update public.notifications set read = true',
    shutOut: { ...refusedEverything, select: 'nothing', update: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own', update: 'own' },
  }),
  'public.vault_entries': ownersTable({
    insert: `insert into public.vault_entries (password_encrypted, user_id) values ('sealed', $1)`,
    update: 'update public.vault_entries set favorite = true',
    shutOut: { ...refusedEverything, select: 'nothing', update: 'nothing', delete: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own', update: 'own', delete: 'own' },
    service: refusedEverything,
  }),
  'public.wishes': ownersTable({
    insert: `insert into public.wishes (title, user_id) values ('A lamp', $1)`,
    update: 'update public.wishes set note = note',
    shutOut: { ...refusedEverything, select: 'nothing', update: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own', update: 'own' },
  }),
  'public.game_scores': ownersTable({
    insert: `insert into public.game_scores (user_id, game, mode, engine, seed, score, steps, hash, replay)
      values ($1, 'snake', 'walls', 1, 7, 3, 90, 'baa5cc93', replace(gen_random_uuid()::text, '-', ''))`,
    update: 'update public.game_scores set score = score',
    shutOut: { ...refusedEverything, select: 'nothing' },
    owner: { ...refusedEverything, select: 'own' },
  }),
  'public.notification_preferences': ownersTable({
    // A person has one row at most, and the matrix writes it first.
    insert: `insert into public.notification_preferences (user_id) values ($1) on conflict (user_id) do update set muted_types = '{}'`,
    update: `update public.notification_preferences set muted_types = '{}'`,
    shutOut: { ...refusedEverything, select: 'nothing', update: 'nothing' },
    owner: { ...refusedEverything, select: 'own', insert: 'own', update: 'own' },
  }),
  ...Object.fromEntries(Object.entries(recordTables).map(([name, { insert, update }]) => [name, recordsTable(insert, update)])),
  ...Object.fromEntries(Object.entries(sealedTables).map(([name, { insert, update }]) => [name, sealedTable(insert, update)])),
  // Nobody's: the server alone reads it, as the product's owner.
  'public.media_keys': {
    insert: `insert into public.media_keys (user_id, sealed_key, kept_at) values ($1, 'sealed', now())`,
    update: 'update public.media_keys set kept_at = kept_at',
    outcomes: nobodys,
  },
  'public.tool_source_keys': {
    insert: `insert into public.tool_source_keys (user_id, source, sealed_key, kept_at) values ($1, 'one', 'sealed', now())`,
    update: 'update public.tool_source_keys set kept_at = kept_at',
    outcomes: nobodys,
  },
  // Nobody's: what may be told of a claim, two functions tell.
  'public.wish_claims': {
    insert: `insert into public.wish_claims (wish_id, user_id, display_name, token_hash)
      select wish.id, $1, 'Guest', sha256(gen_random_uuid()::text::bytea) from public.wishes wish where wish.user_id = $1 limit 1`,
    update: `update public.wish_claims set display_name = 'Nobody'`,
    outcomes: nobodys,
  },
};

/** One function: how to call it (a single value, `$1` is the caller's user id or null), and what each caller gets. */
export type FunctionLaw = {
  readonly call: string;
  /** A refusal that the function chooses itself stands by its SQLSTATE: the caller was let in. */
  readonly outcomes: Readonly<Record<CallerName, 'refused' | boolean | `PT${number}`>>;
};

const fullSessionOnly = {
  anon: false,
  'another user': false,
  'owner aal1 before the first factor': true,
  'owner aal1 after the first factor': false,
  'owner aal2': true,
  'owner aal2, session revoked': false,
  service: 'refused',
} as const;

/** What a function for the owner alone answers: everybody but a full session of the owner's is refused. */
function ownersFunction(call: string, answer: boolean | `PT${number}`): FunctionLaw {
  return {
    call,
    outcomes: {
      anon: 'refused',
      'another user': 'refused',
      'owner aal1 before the first factor': answer,
      'owner aal1 after the first factor': 'refused',
      'owner aal2': answer,
      'owner aal2, session revoked': 'refused',
      service: 'refused',
    },
  };
}

const everySignedIn = {
  'another user': true,
  'owner aal1 before the first factor': true,
  'owner aal1 after the first factor': true,
  'owner aal2': true,
  'owner aal2, session revoked': true,
  service: 'refused',
} as const;

/** Every function that some role of the API may execute, by its signature. One without a row here fails the test. */
export const functionLaws: Readonly<Record<string, FunctionLaw>> = {
  'private.owner_session()': { call: 'select private.owner_session()', outcomes: fullSessionOnly },
  'private.note_file_may_go(name text, created_at timestamp with time zone)': {
    call: `select private.note_file_may_go('${'a'.repeat(32)}/loose', now())`,
    outcomes: { ...fullSessionOnly, anon: 'refused', service: 'refused' },
  },
  'private.caller_id()': {
    call: 'select private.caller_id() = $1',
    outcomes: {
      anon: 'refused',
      'another user': true,
      'owner aal1 before the first factor': true,
      'owner aal1 after the first factor': true,
      'owner aal2': true,
      'owner aal2, session revoked': true,
      service: 'refused',
    },
  },
  'public.verify_activity_log_chain(from_sequence bigint, row_limit integer)': ownersFunction(
    'select ok from public.verify_activity_log_chain()',
    true,
  ),
  'public.create_vault(vault jsonb)': ownersFunction(`select public.create_vault('{}') is null`, 'PT409'),
  'public.empty_trash()': ownersFunction('select public.empty_trash() = 0', true),
  'public.let_go_of_records(collection text, ids uuid[])': ownersFunction(`select public.let_go_of_records('notes', '{}') = 0`, true),
  'public.lock_vault(reason text)': ownersFunction('select public.lock_vault()', false),
  'public.put_vault_device_share(slot_id uuid)': ownersFunction('select public.put_vault_device_share(gen_random_uuid()) is null', 'PT404'),
  'public.vault_proof_is_fresh()': ownersFunction('select public.vault_proof_is_fresh() = false', true),
  'public.removed_vault_entries(before bigint)': ownersFunction(`select public.removed_vault_entries() = '[]'`, true),
  'public.removed_records()': ownersFunction(`select public.removed_records() = '[]'`, true),
  'public.removed_record_texts(collection text, day date, before bigint)': ownersFunction(
    `select public.removed_record_texts('notes', current_date) = '[]'`,
    true,
  ),
  'public.removed_vault_keys()': ownersFunction(`select public.removed_vault_keys() = '[]'`, true),
  'public.restore_vault_keys(at timestamp with time zone)': ownersFunction('select public.restore_vault_keys(now()) is null', 'PT403'),
  'public.erase_removed_vault_rows()': ownersFunction('select public.erase_removed_vault_rows() = 0', 'PT403'),
  'public.replace_vault(lost_vault_id uuid, vault jsonb)': ownersFunction(
    `select public.replace_vault(gen_random_uuid(), '{}') is null`,
    'PT409',
  ),
  'public.upgrade_vault(vault jsonb)': ownersFunction(
    `select public.upgrade_vault('{"vault_id": "00000000-0000-4000-8000-000000000001"}') is null`,
    'PT400',
  ),
  'public.vault_device_share(slot_id uuid)': ownersFunction('select public.vault_device_share(gen_random_uuid()) is null', 'PT403'),
  'public.vault_snapshot(since bigint, seen text)': ownersFunction(`select public.vault_snapshot() ->> 'exists' = 'false'`, true),
  'public.write_records(writes jsonb)': ownersFunction(`select public.write_records('[]')::text = '[]'`, true),
  'public.write_vault(expected_epoch bigint, change_id uuid, change jsonb)': ownersFunction(
    `select public.write_vault(1, gen_random_uuid(), '{}') is null`,
    'PT404',
  ),
  'private.is_plain_line(value text, max_length integer)': {
    call: `select private.is_plain_line('a line', 10)`,
    outcomes: { ...everySignedIn, anon: 'refused' },
  },
  'public.listed_wishes()': { call: 'select count(*) > 0 from public.listed_wishes()', outcomes: { ...everySignedIn, anon: true } },
  'public.wish_availability()': {
    call: 'select count(*) > 0 from public.wish_availability()',
    outcomes: {
      anon: true,
      'another user': 'refused',
      'owner aal1 before the first factor': 'refused',
      'owner aal1 after the first factor': 'refused',
      'owner aal2': 'refused',
      'owner aal2, session revoked': 'refused',
      service: 'refused',
    },
  },
  // There are claims, and all are sealed.
  'public.wish_thanks()': ownersFunction('select count(*) = 0 from public.wish_thanks()', true),
  'public.activity_log_summary(span_from timestamp with time zone, span_to timestamp with time zone, bucket_count integer)': ownersFunction(
    `select (public.activity_log_summary() ->> 'total')::integer > 0`,
    true,
  ),
  'public.tell_missed_duties(today date)': ownersFunction('select public.tell_missed_duties(current_date) >= 0', true),
  'public.tell_habit_reminders(today date, clock time without time zone)': ownersFunction(
    `select public.tell_habit_reminders(current_date, '12:00') >= 0`,
    true,
  ),
  'public.has_sealed_records()': ownersFunction('select not public.has_sealed_records()', true),
  'public.data_passport()': ownersFunction('select jsonb_array_length(public.data_passport()) > 0', true),
  'public.health_feed_state()': ownersFunction(`select public.health_feed_state() ->> 'waiting' = '0'`, true),
  'public.health_feed_values(after_at bigint, after_id uuid)': ownersFunction(`select public.health_feed_values() = '[]'`, true),
  'public.delete_health_feed_values(ids uuid[])': ownersFunction(`select public.delete_health_feed_values('{}') = 0`, true),
  'public.revoke_health_feed_token(id uuid)': ownersFunction('select not public.revoke_health_feed_token(gen_random_uuid())', true),
  // Nobody here has shown a code just now.
  'public.make_health_feed_token(name text)': ownersFunction(`select public.make_health_feed_token('Phone') is null`, 'PT403'),
  'public.publish_health_feed_key(public_key text, expected text)': ownersFunction(
    `select public.publish_health_feed_key('B' || repeat('A', 86), null)`,
    'PT403',
  ),
  'public.delete_everything()': ownersFunction('select public.delete_everything() is null', 'PT403'),
  'public.restore_rows(list text, rows jsonb, overwrite boolean)': ownersFunction(
    `select public.restore_rows('tasks', '[]') ->> 'restored' = '0'`,
    true,
  ),
  'public.restored_twins(list text)': ownersFunction(`select public.restored_twins('tasks') = '{}'`, true),
  'public.short_link_totals()': ownersFunction('select count(*) = 0 from public.short_link_totals()', true),
  'public.short_link_visits(link uuid, since date)': ownersFunction(
    'select count(*) = 0 from public.short_link_visits(gen_random_uuid(), current_date)',
    true,
  ),
  'public.list_sessions()': ownersFunction('select count(*) > 0 from public.list_sessions()', true),
  'public.revoke_session(session_id uuid, not_mine boolean)': ownersFunction('select public.revoke_session(gen_random_uuid()) = 0', true),
};
