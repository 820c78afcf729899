import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAs } from '@castellan/platform/core/run-as';
import { openLawDatabase, requestFactsOfTest } from '../law-database.ts';
import { addOwner, addSession, verifyFactor } from '../people.ts';
import { tableLaws } from '../policy-matrix.ts';
import { firstChain, nextChain } from '../vault-asks.ts';

const keyId = 'k'.repeat(22);
const head = (text: string) => ({ part: -1, envelope: `m2.${text}` });
const sealed = (version: number) => `r2.${keyId}.${version}.${'s'.repeat(123)}`;

/** SQL for 32 bytes that are different each time. */
const bytes = `sha256(gen_random_uuid()::text::bytea)`;

/** What the server alone keeps, where none of its functions makes it. */
const serverRows: readonly string[] = [
  `insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ('sealed', now(), now())`,
  `insert into private.music_authorizations values (${bytes}, gen_random_uuid(), 'sealed', now())`,
  'insert into private.music_calls (counts_until) values (now())',
  `insert into private.model_connection (sealed, changed_at) values ('sealed', now())`,
  `insert into private.media_covers select id, 'image/png', '\\x89504e47', now() from public.media_items limit 1`,
  `insert into private.threat_feeds (id, body, fetched_at, confirmed_at) values ('kev', '{}', now(), now())`,
  `insert into private.threat_matches select id, 'digest', now(), '[]' from public.threat_inventories limit 1`,
  `insert into private.threat_advisories values ('GHSA-1', '2026-11-01', '{}')`,
  `insert into private.threat_assessments values ('CVE-2026-1', '{}', now())`,
  `insert into private.blog_posts (feed_url, posts, fetched_at) values ('https://blog.example/feed', '[]', now())`,
  `insert into private.told_habits select id, '2026-11-20' from public.habits limit 1`,
  `insert into private.vault_device_shares (slot_id, user_id, share) select gen_random_uuid(), user_id, ${bytes} from private.vaults`,
];

/**
 * Writes `database.sql`: an owner with rows in every table, made by the product's own functions where these make them. A test run of
 * the database project calls it, on a checkout of the version that the dump is to be of.
 */
export async function makeDump(): Promise<void> {
  const { auth, superuser, machine, requests, drop } = await openLawDatabase();
  const ownerId = await addOwner(superuser, auth);
  await verifyFactor(auth, ownerId);
  const { caller } = await addSession(superuser, ownerId, 'aal2');
  const ask = async (call: string, values: readonly unknown[] = []) => {
    const { rows } = await runAs(requests, caller, requestFactsOfTest, (client) =>
      client.query<{ answer: unknown }>(`select ${call} as answer`, [...values]),
    );
    return rows[0]?.answer;
  };
  await machine.query(`select private.put_birthday(6, 21, 'Europe/Berlin')`);
  await machine.query('select private.seed_wishes($1)', [
    JSON.stringify([{ key: 'lamp', title: 'A lamp', priority: 2, category: 'Other', quantity: 1 }]),
  ]);
  const vaultId = randomUUID();
  const slots = [{ id: randomUUID(), kind: 'master', key_id: keyId, parameters: { memory: 64 }, wrapped: 's2.x' }];
  let chain = firstChain(ownerId, vaultId);
  let parts = [head('one')];
  await ask('public.create_vault($1)', [JSON.stringify({ vault_id: vaultId, slots, parts, chain })]);
  const note = { collection: 'notes', id: randomUUID() };
  const changes = [
    { ...note, expected_version: null, version: 1, sealed: sealed(1), deleted_at: null },
    { ...note, expected_version: 1, version: 2, sealed: sealed(2), deleted_at: null },
  ];
  for (const [index, record] of changes.entries()) {
    const digest = createHash('sha256').update(String(parts[0]?.envelope)).digest('base64url');
    chain = nextChain({ chain, digest });
    parts = [head('next')];
    await ask('public.write_vault($1, $2, $3)', [index + 1, randomUUID(), JSON.stringify({ parts, chain, records: [record] })]);
  }
  for (const { insert } of Object.values(tableLaws)) await machine.query(insert, [ownerId]);
  const film = randomUUID();
  await ask('public.write_records($1)', [
    JSON.stringify([
      { collection: 'media_items', id: film, values: { kind: 'film', title: 'Metropolis', year: 1927, tags: ['silent'] } },
      { collection: 'media_entries', id: randomUUID(), values: { media_id: film, kind: 'finished', on_day: '2026-11-20' } },
    ]),
  ]);
  await machine.query(`insert into public.tasks (title, due_on, user_id) values ('Polish the key', '2026-11-01', $1)`, [ownerId]);
  await ask('public.tell_missed_duties(current_date)');

  const reportId = await keepReport(machine);
  await machine.query(
    `select private.set_tool_schedule('tls-inspector', 'TLS Inspector', 'example.org', '{}', 'daily', true, true, now())`,
  );
  await machine.query(
    `insert into private.tool_shares (token_hash, report_id, expires_at) values (${bytes}, $1, now() + interval '30 days')`,
    [reportId],
  );
  await machine.query(`insert into private.tool_examples (tool, report_id, report) values ('tls-inspector', $1, '{"verdict": "good"}')`, [
    reportId,
  ]);
  await machine.query(
    `select private.count_short_link_visits(array[id], array['visit'], array[''], array[2], array[id], array[substr(${bytes}, 1, 12)])
     from public.short_links limit 1`,
  );
  await machine.query('insert into private.short_link_openings (link_id, opened) select id, 3 from public.short_links limit 1');
  await machine.query(`select private.short_link_salt(${bytes})`);
  for (const statement of serverRows) await machine.query(statement);

  writeFileSync(join(import.meta.dirname, 'database.sql'), await dumpRows(superuser));
  await drop();
}

/** A job of a tool that ended with a report; returns the report's id. */
async function keepReport(machine: Queryable): Promise<string | undefined> {
  await machine.query(`select private.ask_tool_job('tls-inspector', 'example.org', '{}', true, true)`);
  const runner = randomUUID();
  const { rows } = await machine.query<{ id: string }>('select id from private.claim_tool_job($1)', [runner]);
  const report = { schemaVersion: 1, verdict: 'good', mark: 'A' };
  await machine.query('select private.keep_tool_report($1, $2, $3, $4)', [rows[0]?.id, runner, report, { low: 1 }]);
  return rows[0]?.id;
}

type Queryable = Awaited<ReturnType<typeof openLawDatabase>>['superuser'];

/** The ledger of migrations and every row of the product, a statement each, then where the sequences stand. */
async function dumpRows(superuser: Queryable): Promise<string> {
  const tables = await superuser.query<{ name: string; columns: readonly string[] }>(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'castellan')
     group by c.oid order by c.relnamespace::regnamespace::text, c.relname`,
  );
  const lines: string[] = [];
  for (const { name, columns } of tables.rows) {
    const qualified = name.includes('.') ? name : `public.${name}`;
    const values = columns.map((column) => `quote_nullable(${column}::text)`).join(`, ', ', `);
    const { rows } = await superuser.query<{ row: string }>(`select concat(${values}) as row from ${name} order by 1`);
    for (const { row } of rows) lines.push(`insert into ${qualified} (${columns.join(', ')}) overriding system value values (${row});`);
  }
  const sequences = await superuser.query<{ line: string }>(
    `select format('select setval(%L, %s);', schemaname || '.' || sequencename, last_value) as line from pg_sequences
     where schemaname in ('auth', 'private', 'public') and last_value is not null order by 1`,
  );
  return `${[...lines, ...sequences.rows.map(({ line }) => line)].join('\n')}\n`;
}
