import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { openText, sealText } from '../../core/sealed-text.ts';
import { derivedKey } from '../derived-key.ts';
import type { TokenPurpose } from '../one-time-tokens.ts';
import type { MailText } from './mail-text.ts';

/** The most mails that wait at a time. Further ones are refused, whoever asks. */
const mostWaiting = 500;

/** The most that are remembered, and for how long. */
const mostKept = 1000;
const keptMs = 7 * 24 * 60 * 60_000;

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;

/** A mail as a list shows it: never its text. */
export type ListedMail = {
  readonly id: string;
  readonly kind: TokenPurpose | 'test';
  readonly recipient: string;
  readonly state: 'waiting' | 'handed' | 'sent' | 'refused' | 'expired' | 'unknown';
  readonly reply: string | null;
  readonly attempts: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
};

const listedColumns = 'id, kind, recipient, state, reply, attempts, created_at, expires_at, ended_at';

/** Takes the turn to write a mail, tidies, and says whether there is room. Every request does the same, whoever has an account. */
export async function takeMailTurn(client: Queryable, { clock }: Pick<Tools, 'clock'>): Promise<boolean> {
  const now = new Date(clock.nowMs());
  await client.query('update auth.mail_turn set taken_at = $1', [now]);
  await tidyMails(client, now);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from auth.mails where state in ('waiting', 'handed')`,
  );
  return (rows[0]?.count ?? 0) < mostWaiting;
}

/** Ends what expired and forgets what is old. */
export async function tidyMails(queryable: Queryable, now: Date): Promise<void> {
  await queryable.query(
    `update auth.mails set sealed_text = null, state = case when state = 'waiting' then 'expired' else state end,
      ended_at = coalesce(ended_at, $1) where expires_at <= $1 and (sealed_text is not null or state = 'waiting')`,
    [now],
  );
  await queryable.query(
    `delete from auth.mails where state not in ('waiting', 'handed') and (created_at < $1
      or id in (select id from auth.mails order by created_at desc offset $2))`,
    [new Date(now.getTime() - keptMs), mostKept],
  );
}

/** Stores a mail, to be written in the transaction of its token. */
export async function insertMail(
  client: Queryable,
  tools: Tools,
  wanted: {
    readonly kind: TokenPurpose | 'test';
    readonly userId: string | null;
    /** The link's token; none for a test. */
    readonly forLink: string | undefined;
    readonly recipient: string;
    readonly mail: MailText;
    readonly lifeMs: number;
  },
): Promise<string> {
  const id = randomUUID();
  const nowMs = tools.clock.nowMs();
  const { kind, userId, forLink, recipient, mail, lifeMs } = wanted;
  const sealed = sealText(mailKey(tools), placeOf(id), JSON.stringify(mail), tools.randomBytes);
  const tokenHash = forLink === undefined ? null : createHash('sha256').update(forLink).digest();
  await client.query(
    `insert into auth.mails (id, kind, user_id, token_hash, recipient, sealed_text, next_at, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [id, kind, userId, tokenHash, recipient, sealed, new Date(nowMs), new Date(nowMs + lifeMs)],
  );
  return id;
}

const textSchema = z.object({ subject: z.string(), text: z.string() });

/** The text of a mail; `undefined` where it is gone, or was sealed under a key that is. */
export async function readMailText(queryable: Queryable, tools: Tools, id: string): Promise<MailText | undefined> {
  const { rows } = await queryable.query<{ sealed_text: string }>(
    'select sealed_text from auth.mails where id = $1 and sealed_text is not null and expires_at > $2',
    [id, new Date(tools.clock.nowMs())],
  );
  const [row] = rows;
  return row === undefined ? undefined : openMailText(tools, id, row.sealed_text);
}

/** Opens what a row keeps. */
export function openMailText(tools: Pick<Tools, 'keys'>, id: string, sealed: string): MailText | undefined {
  const opened = openText(mailKey(tools), placeOf(id), sealed);
  return opened.ok ? textSchema.parse(JSON.parse(opened.value)) : undefined;
}

/** The newest mails, at most a hundred, without their texts. */
export async function listMails(queryable: Queryable, { clock }: Pick<Tools, 'clock'>): Promise<readonly ListedMail[]> {
  const { rows } = await queryable.query<ListedMail>(
    `select ${listedColumns.replace('state', `case when state = 'waiting' and expires_at <= $1 then 'expired' else state end as state`)}
      from auth.mails order by created_at desc, id limit 100`,
    [new Date(clock.nowMs())],
  );
  return rows;
}

function mailKey({ keys }: Pick<Tools, 'keys'>): Uint8Array {
  return derivedKey(keys(), 'mail');
}

function placeOf(id: string): string {
  return `castellan auth: mail ${id}`;
}
