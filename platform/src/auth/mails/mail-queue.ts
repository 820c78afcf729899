import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { openMailText, tidyMails } from './mail-rows.ts';
import type { MailText } from './mail-text.ts';

type Tools = Pick<PlatformContext, 'keys' | 'clock'>;

/** For so long a mail is one server's: longer than any attempt takes. */
const claimMs = 120_000;

const longestWaitMs = 15 * 60_000;

/** A mail that this server alone tries to send. */
export type ClaimedMail = {
  readonly id: string;
  readonly recipient: string;
  /** Which attempt it is, from 1 on. */
  readonly attempt: number;
  /** `undefined`: it was sealed under a key that is gone. */
  readonly mail: MailText | undefined;
};

/**
 * What came of an attempt. `not_now`: nothing was handed over, or the server put it off. `unknown`: the connection broke after the text
 * was under way, before the server answered.
 */
export type MailOutcome = { readonly code: 'sent' | 'refused' | 'not_now' | 'unknown'; readonly reply: string };

/** Takes the next mail that is due, tests first; `undefined` where there is none. Other servers then leave it alone. */
export async function claimMail(queryable: Queryable, tools: Tools): Promise<ClaimedMail | undefined> {
  const nowMs = tools.clock.nowMs();
  const now = new Date(nowMs);
  await tidyMails(queryable, now);
  // Whoever was handing these over is gone: whether they arrived, nobody knows, so they are not sent again.
  await queryable.query(
    `update auth.mails set state = 'unknown', sealed_text = null, ended_at = $1, reply = 'The server stopped while it handed the mail over.'
      where state = 'handed' and next_at <= $1`,
    [now],
  );
  const { rows } = await queryable.query<{ id: string; recipient: string; attempts: number; sealed_text: string }>(
    `update auth.mails set attempts = attempts + 1, next_at = $2 where id = (
        select id from auth.mails where state = 'waiting' and sealed_text is not null and next_at <= $1 and expires_at > $1
          order by kind <> 'test', next_at, created_at limit 1 for update skip locked
      ) returning id, recipient, attempts, sealed_text`,
    [now, new Date(nowMs + claimMs)],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { id: row.id, recipient: row.recipient, attempt: row.attempts, mail: openMailText(tools, row.id, row.sealed_text) };
}

/** Says that the text is about to be handed over. `false`: the mail is no longer this server's, or its link no longer works. */
export async function markHanded(queryable: Queryable, { clock }: Pick<Tools, 'clock'>, claimed: ClaimedMail): Promise<boolean> {
  const nowMs = clock.nowMs();
  const { rowCount } = await queryable.query(
    `update auth.mails set state = 'handed', next_at = $3
      where id = $1 and attempts = $2 and state = 'waiting' and sealed_text is not null and expires_at > $4`,
    [claimed.id, claimed.attempt, new Date(nowMs + claimMs), new Date(nowMs)],
  );
  return rowCount === 1;
}

/** Keeps what came of an attempt, and for a mail that was sent says so of its account. One that was put off waits, each time longer. */
export async function settleMail(
  queryable: Queryable,
  { clock }: Pick<Tools, 'clock'>,
  claimed: ClaimedMail,
  { code, reply }: MailOutcome,
): Promise<void> {
  const nowMs = clock.nowMs();
  const waitMs = Math.min(30_000 * 2 ** Math.min(claimed.attempt - 1, 10), longestWaitMs);
  await queryable.query(
    `with settled as (
        update auth.mails set
          state = case when $3 <> 'not_now' then $3 when state = 'expired' or sealed_text is null then 'expired' else 'waiting' end,
          sealed_text = case when $3 = 'not_now' then sealed_text end,
          ended_at = case when $3 = 'not_now' and sealed_text is not null then null else $5::timestamptz end,
          reply = $4, next_at = $6
        where id = $1 and attempts = $2 and state in ('waiting', 'handed', 'expired')
        returning kind, user_id, state
      )
      update auth.users u set
        confirmation_sent_at = case when s.kind in ('signup', 'invite') then $5::timestamptz else u.confirmation_sent_at end,
        recovery_sent_at = case when s.kind in ('recovery', 'magiclink') then $5::timestamptz else u.recovery_sent_at end,
        email_change_sent_at = case when s.kind like 'email_change%' then $5::timestamptz else u.email_change_sent_at end,
        reauthentication_sent_at = case when s.kind = 'reauthentication' then $5::timestamptz else u.reauthentication_sent_at end
      from settled s where u.id = s.user_id and s.state = 'sent'`,
    [claimed.id, claimed.attempt, code, reply, new Date(nowMs), new Date(nowMs + waitMs)],
  );
}
