import { keysFileOf, openKeys } from '../../server/keys/key-store.ts';
import { makeVault } from '../../tests/support/made-vault.ts';
import { createTestOwner, type Owner } from '../../tests/support/owner.ts';
import { type OwnerSession, openOwnerSession } from '../../tests/support/owner-session.ts';
import { asSuperuser, type TestData } from '../../tests/support/test-data.ts';
import { type Ask, type Entry, fillVault, newId, openAccountVault } from '../../tests/support/vault-account.ts';
import { logins, logSentences, noteTexts, taskTitles } from './lived-in-texts.ts';

const dayMs = 86_400_000;
const entryCount = 40;
const taskCount = 30;
const noteCount = 20;
const logRows = 600;

/** An owner whose pages are not empty, and what a browser must keep to be signed in as that owner. */
export type LivedIn = { readonly owner: Owner; readonly master: string; readonly session: OwnerSession };

/**
 * Makes the owner of a running server's data, with 40 vault entries, 30 tasks, 20 notes and 600 rows of the log over 14 days. All of it
 * is invented; the server and the vault's own code write it, but for the log, whose rows could not be of the past otherwise.
 */
export async function makeLivedInOwner(url: string, data: TestData): Promise<LivedIn> {
  const owner = await createTestOwner(data.dataFolder);
  const { master } = await makeVault(url, owner);
  const session = await openOwnerSession(url, owner, 0);
  const ask = await askOf(url, data.dataFolder, session);
  await fillVault(ask, await openAccountVault(ask, session.userId, master), Array.from({ length: entryCount }, madeEntry), notes());
  await ask('/rest/v1/tasks', Array.from({ length: taskCount }, madeTask));
  await fillLog(data, session.userId);
  return { owner, master, session };
}

/** Asks the server as the owner's page does. Throws where it refuses. */
async function askOf(url: string, dataFolder: string, { client }: OwnerSession): Promise<Ask> {
  const { ring } = await openKeys(keysFileOf(dataFolder));
  const token = (await client.auth.getSession()).data.session?.access_token;
  const headers = { apikey: ring.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (path, body) => {
    const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString();

function madeEntry(_: unknown, index: number): { readonly id: string; readonly entry: Entry } {
  const { title, username, url, category } = logins[index % logins.length] ?? logins[0];
  const changed = at(7 + ((index * 37) % 600));
  return {
    id: newId(),
    entry: {
      details: {
        ...{ kind: 'login', title, username, url, category, tags: [], expiresAt: null, trashedAt: null, canary: false },
        ...{ favorite: index % 9 === 0, hasTotp: index % 4 === 0 },
        ...{ createdAt: changed, updatedAt: changed, passwordChangedAt: changed },
      },
      secrets: {
        // Two are used twice and one is short, so that the health of the passwords has something to say.
        password: index % 13 === 5 ? 'lantern' : `${title.toLowerCase().replaceAll(' ', '-')}-${((index * 7919) % 9973) + 1000}-harbour`,
        notes: index % 5 === 0 ? 'Recovery address is the work mailbox.' : '',
        totp: index % 4 === 0 ? 'JBSWY3DPEHPK3PXP' : '',
        fields: index % 6 === 0 ? [{ name: 'Account', value: String(401_200 + index), hidden: false }] : [],
        history: [],
      },
    },
  };
}

function notes() {
  return Array.from({ length: noteCount }, (_, index) => {
    const [title = '', body = ''] = noteTexts[index % noteTexts.length] ?? [];
    const createdAt = at(index * 3);
    const fields = { title, body, tags: index % 3 === 0 ? ['work'] : [], pinned: index < 2, path: null };
    return { collection: 'notes', id: newId(), fields, createdAt, deletedAt: null };
  });
}

function madeTask(_: unknown, index: number): Readonly<Record<string, unknown>> {
  const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
  const status = index % 7 === 3 ? 'done' : index % 5 === 1 ? 'doing' : 'todo';
  return {
    id: newId(),
    title: taskTitles[index % taskTitles.length],
    status,
    completed_at: status === 'done' ? at(1) : null,
    priority: index % 5,
    due_on: index % 3 === 2 ? null : day((index % 9) - 2),
    estimate_min: index % 2 === 0 ? 15 * (1 + (index % 4)) : null,
    project: index % 2 === 0 ? 'Client audit' : null,
    tags: index % 4 === 0 ? ['writing'] : [],
    position: index,
  };
}

/** Writes rows of the last 14 days in front of nothing: their chain is computed as the log's own trigger computes it. */
async function fillLog(data: TestData, userId: string): Promise<void> {
  const rows = Array.from({ length: logRows }, (_, index) => {
    const { type, text, success } = logSentences[(index * 7) % logSentences.length] ?? logSentences[0];
    const created = new Date(Date.now() - (14 * dayMs * (logRows - index)) / logRows - 60_000).toISOString();
    return { type, text, success, created, address: success ? '192.0.2.10' : `198.51.100.${index % 40}` };
  });
  await asSuperuser(data, [
    'set session_replication_role = replica',
    `do $fill$
      declare
        made jsonb;
        entry public.activity_logs;
        head private.activity_log_head;
      begin
        for made in select * from jsonb_array_elements($rows$${JSON.stringify(rows)}$rows$::jsonb) loop
          select * into strict head from private.activity_log_head;
          entry := null;
          entry.id := gen_random_uuid();
          entry.sequence := head.sequence + 1;
          entry.activity_type := made ->> 'type';
          entry.activity_description := made ->> 'text';
          entry.success := (made ->> 'success')::boolean;
          entry.metadata := '{}';
          entry.ip_address := made ->> 'address';
          entry.address_verified := true;
          entry.user_agent := 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
          entry.user_id := '${userId}';
          entry.reported_by := 'server';
          entry.created_at := (made ->> 'created')::timestamptz;
          entry.previous_hash := head.hash;
          entry.hash := sha256(private.activity_log_bytes(entry));
          insert into public.activity_logs (id, sequence, activity_type, activity_description, success, metadata, ip_address,
            address_verified, user_agent, user_id, reported_by, created_at, previous_hash, hash)
          values (entry.id, entry.sequence, entry.activity_type, entry.activity_description, entry.success, entry.metadata,
            entry.ip_address, entry.address_verified, entry.user_agent, entry.user_id, entry.reported_by, entry.created_at,
            entry.previous_hash, entry.hash);
          update private.activity_log_head set sequence = entry.sequence, hash = entry.hash;
          insert into private.activity_log_volume as volume (hour, entries, failed)
          values (date_trunc('hour', entry.created_at, 'UTC'), 1, (not entry.success)::integer)
          on conflict (hour) do update set entries = volume.entries + 1, failed = volume.failed + excluded.failed;
        end loop;
      end $fill$`,
  ]);
}
