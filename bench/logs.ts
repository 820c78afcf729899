/**
 * `npm run bench -- logs`: the first page of Security & Logs on a log of 1,000,000 rows, with its counts, as the browser asks
 * for it through HTTP, policies applied, and how long the page takes to filter what it was given. `--write` puts the table into
 * docs/benchmarks.md.
 */
import { connectionConfig } from '@castellan/platform/core/database';
import pg from 'pg';
import { findDataLock } from '../server/database/data-lock.ts';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';
import { parseLogRows, parseNotificationRows } from '../web/app/domains/security/log-entry.ts';
import { filterLog } from '../web/app/domains/security/log-filter.ts';
import { mergeLog } from '../web/app/domains/security/merge-log.ts';
import { signInNewOwner } from './signed-in-owner.ts';
import { writeTable } from './written-table.ts';

const rowCount = 1_000_000;
const rounds = 200;
const pageLimitMs = 150;
const filterLimitMs = 16;

const logColumns =
  'id,sequence,activity_type,activity_description,success,metadata,ip_address,address_verified,user_agent,page_url,session_id,reported_by,created_at,hash';
const notificationColumns = 'id,type,title,message,important,metadata,read,activity_log_id,created_at';
const logs = `/rest/v1/activity_logs?select=${logColumns}&order=sequence.desc&limit=500`;
const notifications = `/rest/v1/notifications?select=${notificationColumns}&order=created_at.desc&limit=200`;
const summary = '/rest/v1/rpc/activity_log_summary';

const data = makeDataFolder();
const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
try {
  const { headers, databasePassword } = await signInNewOwner(server.url, data.path);
  await fillLog(data.path, databasePassword);
  const ask = async (path: string, body?: Readonly<Record<string, unknown>>) => {
    const answer = await fetch(
      `${server.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const rows = [
    await measure('first page: 500 logs, 200 notifications, totals and histogram, asked at once', () =>
      Promise.all([ask(logs), ask(notifications), ask(summary, { bucket_count: 72 })]),
    ),
    await measure('500 logs alone', () => ask(logs)),
    await measure('totals and histogram alone', () => ask(summary, { bucket_count: 72 })),
    await measure('500 logs from the middle, by key', () => ask(`${logs}&sequence=lt.${rowCount / 2}`)),
    await measure('500 logs before a brushed moment', () =>
      ask(`${logs.replace('order=sequence', 'order=created_at')}&created_at=lt.${new Date(Date.now() - 200 * 86_400_000).toISOString()}`),
    ),
  ];
  const shown = mergeLog(parseLogRows(JSON.parse(await ask(logs))), parseNotificationRows(JSON.parse(await ask(notifications))));
  const typed = 'number -type:game_activity status:failed agent:chrome ip:192.0.2';
  let letters = 0;
  const filterRow = await measure(
    `filter the ${shown.length} rows of the first page at each letter of a query, in Node`,
    async () => {
      letters = (letters % typed.length) + 1;
      filterLog(shown, { tab: 'all', span: 'month', failedOnly: false, search: typed.slice(0, letters) }, Date.now());
    },
    filterLimitMs,
  );
  const table = [
    `| On ${rowCount.toLocaleString('en-GB')} log rows, ${rounds} rounds | median | p95 | Limit for p95 | Met |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    filterRow,
  ].join('\n');
  console.log(table);
  if (process.argv.includes('--write')) writeTable('logs', 'npm run bench -- logs --write', table);
} finally {
  await server.stop();
  data.remove();
}

async function measure(what: string, run: () => Promise<unknown>, limitMs = pageLimitMs): Promise<string> {
  for (let round = 0; round < 10; round += 1) await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const spell = (time: number) => time.toFixed(limitMs < 100 ? 1 : 0);
  return `| ${what} | ${spell(at(0.5))} ms | ${spell(at(0.95))} ms | ${limitMs} ms | ${at(0.95) <= limitMs ? 'yes' : 'no'} |`;
}

/** A year of rows of all types. They are written beside the triggers: what is measured is reading, and no chain is walked here. */
async function fillLog(dataFolder: string, password: string): Promise<void> {
  const listening = findDataLock(dataFolder)?.database;
  if (!listening) throw new Error('The database is not recorded in the lock.');
  const superuser = new pg.Client(connectionConfig({ ...listening, database: 'postgres', password }, 'supabase_admin'));
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  await superuser.query(
    `insert into public.activity_logs (sequence, activity_type, activity_description, success, metadata, ip_address, address_verified,
        user_agent, page_url, session_id, user_id, created_at, previous_hash, hash)
      select head.sequence + n, (array['app_activity', 'vault_activity', 'game_activity', 'failed_login', 'auth_event'])[1 + n % 5],
        'Something happened, number ' || n, n % 17 <> 0, jsonb_build_object('number', n), '192.0.2.' || n % 250, true,
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
        'https://example.org/dashboard', md5((n / 100)::text), owner.user_id, now() - ($1 - n) * interval '31 seconds',
        sha256('a'), sha256('b')
      from private.owner, private.activity_log_head head, generate_series(1, $1::integer) as n`,
    [rowCount],
  );
  await superuser.query(`update private.activity_log_head set sequence = sequence + $1`, [rowCount]);
  await superuser.query(`insert into private.activity_log_volume
    select date_trunc('hour', created_at, 'UTC'), count(*), count(*) filter (where not success) from public.activity_logs group by 1
    on conflict (hour) do update set entries = excluded.entries, failed = excluded.failed`);
  await superuser.query(`insert into public.notifications (user_id, type, title, message, created_at)
    select owner.user_id, 'security', 'Failed sign-in', 'Number ' || n, now() - n * interval '5 minutes'
    from private.owner, generate_series(1, 100000) as n`);
  await superuser.query('vacuum analyze');
  await superuser.end();
}
