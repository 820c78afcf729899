import { createHash, randomUUID } from 'node:crypto';
import { openPool } from '@castellan/platform/core/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLawDatabase } from '../../supabase/tests/law-database.ts';
import { addOwner } from '../../supabase/tests/people.ts';
import { startStrictProject } from '../../tests/support/project/strict-project.ts';
import { bytes, instant, type RowArgument } from './server-rows.ts';
import { createSqlRows } from './sql-rows.ts';

const law = await openLawDatabase();
const project = await startStrictProject();
const projectPool = openPool(project.address, 'postgres', { max: 2 });
afterAll(async () => {
  await projectPool.end();
  await Promise.all([law.drop(), project.stop()]);
});
await addOwner(law.superuser, law.auth);

const at = instant(Date.parse('2026-11-27T12:00:00.123Z'));
const hash = (text: string) => bytes(createHash('sha256').update(text).digest());
const [inventory, link, item, wish] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const claims = { session_id: randomUUID(), amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] };
const [feedKey, feedValue] = [`B${'A'.repeat(86)}`, 's'.repeat(300)];
const [state, session, holder] = [hash('state'), randomUUID(), randomUUID()];

/** Rows of the owner's, which the owner's own calls make. */
async function arrange(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into public.threat_inventories (id, user_id, name, kind, packages)
     values ($1, private.owner_user_id(), 'Web', 'packages', E'npm a 1\\nnpm b 2'), (gen_random_uuid(), private.owner_user_id(), 'PAN-OS', 'product', '')`,
    [inventory],
  );
  await pool.query(
    `insert into public.short_links (id, user_id, slug, url, max_visits) values ($1, private.owner_user_id(), 'one', 'https://a.example/', 1)`,
    [link],
  );
  await pool.query(`insert into public.media_items (id, user_id, kind, title) values ($1, private.owner_user_id(), 'film', 'Ä')`, [item]);
  await pool.query(
    `insert into public.wishes (id, user_id, title, price_minor, currency, priority, quantity)
     values ($1, private.owner_user_id(), 'Pen', 1299, 'EUR', 1, 2)`,
    [wish],
  );
  await pool.query(`insert into private.health_feeds (user_id, public_key) values (private.owner_user_id(), $1)`, [feedKey]);
  await pool.query(
    `insert into private.health_feed_tokens (id, user_id, name, token_hash)
     values ($1, private.owner_user_id(), 'Phone', sha256('feed'::bytea))`,
    [link],
  );
  await arrangeTools(pool);
}

/** A schedule, a job of it that runs, and a report of before on its target. */
async function arrangeTools(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into private.tool_schedules (id, tool, title, target, every, renewed_at, next_at, consent_at)
     values ($1, 'scan', 'Scan', 'example.org', 'daily', $2, $2, $2)`,
    [schedule, at],
  );
  await pool.query(
    `insert into private.tool_jobs (id, tool, target, state, runner, lease_until, schedule_id, asked_at)
     values ($1, 'scan', 'example.org', 'running', $2, clock_timestamp() + interval '1 hour', $3, '2026-01-02'),
       ($4, 'scan', 'example.org', 'finished', null, null, $3, '2026-01-01')`,
    [job, runner, schedule, earlier],
  );
  await pool.query(
    `insert into private.tool_reports (id, tool, target, schema_version, verdict, counts, report, made_at)
     values ($1, 'scan', 'example.org', 1, 'Fine', '{"high": 0}', '{"names": [{"name": "a"}]}', '2026-01-01')`,
    [earlier],
  );
}

type Call = readonly [name: `server_${string}`, args: Readonly<Record<string, RowArgument>>];

const [runner, job, earlier] = [randomUUID(), randomUUID(), randomUUID()];
const [engagement, schedule] = [randomUUID(), randomUUID()];
const target = { tool: 'scan', target: 'example.org' };
const report = { schemaVersion: 1, verdict: 'Fine', mark: 'A', findings: [], names: [{ name: 'a' }, { name: 'b' }] };
const counts = { critical: 0, high: 1, medium: 0, low: 0, info: 0 };
const asked = { ...target, title: 'Scan', options: {}, needs_consent: true, now_at: at };

/** Those of tools. `job` runs and is of a schedule; `earlier` is a report on the same target. */
const toolCalls: readonly Call[] = [
  ['server_ask_tool_job', { ...target, options: { deep: true }, needs_consent: true, consents: false, engagement_id: null }],
  ['server_ask_tool_job', { ...target, options: { deep: true }, needs_consent: true, consents: true, engagement_id: engagement }],
  ['server_claim_tool_job', { runner }],
  ['server_claim_tool_job', { runner }],
  ['server_renew_tool_job', { job_id: job, runner, done: 0.5, doing: 'Knocking', seen: { ports: [22] } }],
  ['server_renew_tool_job', { job_id: randomUUID(), runner, done: 0.25, doing: '', seen: null }],
  ['server_tool_job', { job_id: job }],
  ['server_tool_job', { job_id: randomUUID() }],
  ['server_tool_jobs', { tool: 'scan' }],
  ['server_move_tool_job', { job_id: job, engagement_id: engagement }],
  ['server_engagement_runs', { engagement }],
  ['server_tool_report_before', { job_id: job }],
  ['server_refuse_tool_schedule', { job_id: job, note: 'A private address.' }],
  ['server_keep_scheduled_report', { job_id: randomUUID(), runner, report, counts, worse: null }],
  ['server_keep_scheduled_report', { job_id: job, runner, report, counts, worse: 'One more finding' }],
  ['server_keep_tool_report', { job_id: job, runner, report, counts }],
  ['server_end_tool_job', { job_id: job, state: 'failed', failure: 'It failed.' }],
  ['server_cancel_tool_job', { job_id: job }],
  ['server_tool_targets', {}],
  ['server_fresh_tool_entries', { report_id: job, field: 'names', key: 'name' }],
  ['server_notify_of_tool', { title: 'New', message: 'A name', link: '/security-tools', metadata: { fresh: 1 } }],
  ['server_tool_report', { report_id: job }],
  ['server_tool_report', { report_id: randomUUID() }],
  ['server_share_tool_report', { token_hash: hash('share'), report_id: job, days: 30 }],
  ['server_tool_share_state', { token_hash: hash('share') }],
  ['server_shared_tool_report', { token_hash: hash('share') }],
  ['server_set_tool_example', { tool: 'scan', report_id: job, report }],
  ['server_tool_example', { tool: 'scan' }],
  ['server_tool_report_uses', { report_id: job }],
  ['server_unshare_tool_report', { report_id: job }],
  ['server_tool_share_state', { token_hash: hash('share') }],
  ['server_shared_tool_report', { token_hash: hash('share') }],
  ['server_clear_tool_example', { tool: 'scan' }],
  ['server_delete_tool_report', { report_id: job }],
  ['server_set_tool_schedule', { ...asked, every: 'weekly', consents: false }],
  ['server_set_tool_schedule', { ...asked, every: 'daily', consents: true, target: 'example.net' }],
  ['server_tool_schedules', { tool: 'scan' }],
  ['server_pause_tool_schedule', { schedule_id: schedule }],
  ['server_renew_tool_schedule', { schedule_id: schedule, now_at: at }],
  ['server_ask_due_tool_jobs', { now_at: instant(Date.parse(at) + 8 * 86_400_000) }],
  ['server_delete_tool_schedule', { schedule_id: schedule }],
  ['server_delete_tool_schedule', { schedule_id: schedule }],
];

const attempt = { kind: 'guess', key_hash: hash('key'), at };
const backOff = { ...attempt, free: 1, base_ms: 1000, maximum_ms: 4000, forget_ms: 60_000, capacity: 2 };
const limitCalls: readonly Call[] = [
  ['server_reserve_attempt', backOff],
  ['server_reserve_attempt', backOff],
  ['server_give_back_attempt', attempt],
  ['server_forget_attempts', { kind: attempt.kind, key_hash: attempt.key_hash }],
  ['server_reserve_attempt_within', { ...attempt, maximum: 1, window_ms: 1000, capacity: 2 }],
  ['server_reserve_attempt_within', { ...attempt, maximum: 1, window_ms: 1000, capacity: 2 }],
];

/** Every function at least once, in an order in which each finds what it needs. */
const calls: readonly Call[] = [
  ...limitCalls,
  ['server_owner_id', {}],
  ['server_put_setup_secret', { hash: hash('secret'), expires_at: at }],
  ['server_setup_secret_matches', { secret_hash: hash('secret') }],
  ['server_claim_ownership', { secret_hash: hash('secret'), user_id: randomUUID() }],
  [
    'server_record_event',
    {
      activity_type: 'security_event',
      activity_description: 'It’s “seen” \\ once',
      success: true,
      metadata: { list: [1, 'two', null], text: "O'Brien" },
      address: null,
      user_agent: 'agent',
    },
  ],
  [
    'server_keep_game_score',
    { game: 'snake', mode: 'classic', engine: 1, seed: 4_294_967_295, score: 30, steps: 12, hash: '0123abcd', replay: 'AQ-_' },
  ],
  [
    'server_keep_game_score',
    { game: 'snake', mode: 'classic', engine: 1, seed: 4_294_967_295, score: 30, steps: 12, hash: '0123abcd', replay: 'AQ-_' },
  ],
  ['server_highest_game_scores', {}],
  ['server_threat_feed', { id: 'kev' }],
  [
    'server_keep_threat_feed',
    { id: 'kev', body: bytes(new Uint8Array([0, 255, 10])), etag: '"1"', last_modified: null, fetched_at: at, confirmed_at: at },
  ],
  ['server_threat_feed', { id: 'kev' }],
  ['server_threat_products', {}],
  ['server_threat_packages', { inventory_id: inventory }],
  ['server_threat_packages', { inventory_id: randomUUID() }],
  [
    'server_keep_threat_matches',
    { inventory_id: inventory, packages_digest: 'x', checked_at: at, matches: [{ package: { name: 'a' }, advisories: ['GHSA-1'] }] },
  ],
  ['server_threat_matches', {}],
  ['server_threat_inventories', {}],
  ['server_keep_threat_advisories', { advisories: ['GHSA-1', 'GHSA-2'].map((id) => ({ id, modified: '1', facts: { title: 'ä' } })) }],
  ['server_threat_advisories', { ids: ['GHSA-1', 'GHSA-2', 'GHSA-3'] }],
  ['server_threat_advisories', { ids: [] }],
  ['server_keep_threat_assessment', { cve: 'CVE-2026-1', points: { impact: 'total' }, asked_at: at }],
  ['server_keep_threat_assessment', { cve: 'CVE-2026-2', points: null, asked_at: at }],
  ['server_threat_assessments', {}],
  ['server_find_short_link', { slug: 'one' }],
  ['server_find_short_link', { slug: 'none' }],
  ['server_open_short_link', { link_id: link }],
  ['server_open_short_link', { link_id: link }],
  ['server_short_link_salt', { proposed: bytes(new Uint8Array(32)) }],
  ['server_count_short_link_visits', { sums: [], visitors: [] }],
  [
    'server_count_short_link_visits',
    {
      sums: [{ link, kind: 'visit', name: '', visits: 3 }],
      visitors: [{ link, visitor: bytes(new Uint8Array(12)) }],
    },
  ],
  ['server_forget_short_link_visitors', {}],
  ['server_put_birthday', { month: 2, day: 3, time_zone: 'Europe/Budapest' }],
  ['server_put_birthday', { month: 2, day: 3, time_zone: 'Nowhere/Else' }],
  ['server_seed_wishes', { wishes: [{ key: 'k', title: 'Ink', category: 'Other', priority: 2, quantity: 1 }] }],
  ['server_listed_wishes', {}],
  ['server_claim_wish', { wish_id: wish, display_name: 'Ann', token_hash: hash('token'), quantity: 2 }],
  ['server_claim_wish', { wish_id: wish, display_name: 'Bea', token_hash: hash('other'), quantity: 1 }],
  ['server_withdraw_claim', { wish_id: wish, token_hash: hash('token') }],
  ['server_withdraw_claim', { wish_id: wish, token_hash: hash('token') }],
  ['server_log_days', {}],
  ['server_unsigned_log_days', { before: '2000-01-01' }],
  ['server_unsigned_log_days', { before: instant(Date.now() + 2 * 86_400_000).slice(0, 10) }],
  [
    'server_keep_log_days',
    { previous: null, days: [{ day: '2026-11-01', statement: 'one', signature: bytes(new Uint8Array([1, 2])), public_key: 'PEM' }] },
  ],
  ['server_keep_log_days', { previous: 'another', days: [] }],
  ['server_log_days', {}],
  ['server_keep_header_grade', { day: '2026-11-27', measured_at: at, grade: 'A+', score: 120 }],
  ['server_header_grades', {}],
  ['server_blog_posts', {}],
  ['server_keep_blog_posts', { feed_url: 'https://blog.example/feed', posts: [{ title: '“Ä”' }], fetched_at: at }],
  ['server_blog_posts', {}],
  ['server_model_connection', {}],
  ['server_keep_model_connection', { sealed: 'sealed', changed_at: at }],
  ['server_model_connection', {}],
  ['server_erase_model_connection', {}],
  ['server_media_key', {}],
  ['server_keep_media_key', { sealed_key: 'sealed', kept_at: at }],
  ['server_media_key', {}],
  ['server_erase_media_key', {}],
  ['server_tool_source_key', { source: 'shodan' }],
  ['server_keep_tool_source_key', { source: 'shodan', sealed_key: 'sealed', kept_at: at }],
  ['server_tool_source_key', { source: 'shodan' }],
  ['server_tool_source_keys', {}],
  ['server_erase_tool_source_key', { source: 'shodan' }],
  ['server_tool_source_keys', {}],
  ['server_keep_media_cover', { media_id: item, type: 'image/png', bytes: bytes(new Uint8Array([1, 255])), fetched_at: at }],
  ['server_keep_media_cover', { media_id: randomUUID(), type: 'image/png', bytes: bytes(new Uint8Array([1])), fetched_at: at }],
  ['server_media_covers', { media_ids: [item, randomUUID()], fetched_since: at }],
  ['server_health_feed', { token_hash: hash('feed') }],
  ['server_health_feed', { token_hash: hash('no feed') }],
  [
    'server_keep_health_feed_values',
    { token_hash: hash('feed'), public_key: feedKey, received_at: at, sealed: [{ id: item, sealed: feedValue }] },
  ],
  ['server_keep_health_feed_values', { token_hash: hash('feed'), public_key: `${feedKey.slice(0, -1)}B`, received_at: at, sealed: [] }],
  ['server_keep_health_feed_values', { token_hash: hash('no feed'), public_key: feedKey, received_at: at, sealed: [] }],
  ['server_is_proven_lately', { claims }],
  ['server_is_proven_lately', { claims: {} }],
  ['server_reserve_music_call', { at, latest_end: at, call_limit: 1, window_seconds: 30 }],
  ['server_reserve_music_call', { at, latest_end: at, call_limit: 1, window_seconds: 30 }],
  ['server_end_music_call', { call_id: 1, counts_until: at }],
  ['server_silence_music', { until: at }],
  ['server_music_connection', {}],
  ['server_keep_music_connection', { sealed_tokens: 'one', connected_at: at, expires_at: at }],
  ['server_music_connection', {}],
  ['server_replace_music_tokens', { replaced: 'one', sealed_tokens: 'two', expires_at: at }],
  ['server_replace_music_tokens', { replaced: 'one', sealed_tokens: 'three', expires_at: at }],
  ['server_discard_music_tokens', { sealed_tokens: 'one' }],
  ['server_music_connection', {}],
  [
    'server_begin_music_authorization',
    { state_hash: state, session_id: session, sealed_verifier: 'sealed', at, expires_at: instant(Date.parse(at) + 1000) },
  ],
  ['server_finish_music_authorization', { state_hash: state, session_id: session, at }],
  ['server_finish_music_authorization', { state_hash: state, session_id: session, at }],
  ['server_erase_music_connection', {}],
  ...toolCalls,
  ['server_take_music_turn', { holder, seconds: 10 }],
  ['server_take_music_turn', { holder: randomUUID(), seconds: 10 }],
  ['server_end_music_turn', { holder }],
];

/** Ids that a database makes, and times of its clock, differ from one database to another. */
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/"head":"[0-9a-f]{64}"/g, '"head":"hash"')
    .replaceAll(/"\d{4}-\d\d-\d\d(?:T[0-9:.]+(?:Z|[+-]\d\d:\d\d))?"/g, '"time"');
  return JSON.parse(text);
}

async function overHttp(client: SupabaseClient, [name, args]: Call): Promise<unknown> {
  const { data, error } = await client.rpc(name, args);
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return data;
}

test('each function answers the same over a connection and over HTTP with the service key', async () => {
  await Promise.all([arrange(law.machine), arrange(projectPool)]);
  const rows = createSqlRows(law.machine);
  const client = project.connect('service');
  for (const call of calls) {
    const [name, args] = call;
    const bySql = await rows.call(name, args, z.unknown());
    expect(comparable(await overHttp(client, call)), name).toEqual(comparable(bySql));
  }
});

test('every function of the server’s is among them, and nobody else’s key calls the first of them', async () => {
  const { rows } = await law.superuser.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname like 'server\\_%' order by 1`,
  );
  expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(rows.map(({ name }) => name));
  const visitor = project.connect();
  const owner = project.connect();
  expect((await owner.auth.signInWithPassword(project.owner)).error).toBeNull();
  // Few, since visitors may not ask often; server-functions.test.ts asks each of them without HTTP.
  for (const [name, args] of calls.slice(0, 5)) {
    expect((await visitor.rpc(name, args)).error?.code, name).toBe('42501');
    expect((await owner.rpc(name, args)).error?.code, name).toBe('42501');
  }
});

test('an answer that is not what was expected is no answer', async () => {
  await expect(createSqlRows(law.machine).call('server_owner_id', {}, z.number())).rejects.toThrow(z.ZodError);
  await expect(createSqlRows(law.machine).call('server_owner_id', { 'x" => 1); --': 1 }, z.unknown())).rejects.toThrow('does not exist');
});
