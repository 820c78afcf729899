import { insertMail, type ListedMail, listMails, readMailText, takeMailTurn } from '@castellan/platform/auth/mails/mail-rows';
import type { MailText } from '@castellan/platform/auth/mails/mail-text';
import { inTransaction } from '@castellan/platform/core/database';
import type { PlatformContext } from '@castellan/platform/core/platform-context';
import type pg from 'pg';
import type { MailSender } from './mail-sender.ts';

/** The server's mails as their owner sees them. */
export type Outbox = {
  /** Who takes mails, and where they come from; `undefined`: nobody, and the owner passes them on. */
  readonly route: { readonly host: string; readonly from: string } | undefined;
  /** The newest hundred, without their texts. */
  readonly list: () => Promise<readonly ListedMail[]>;
  /** The text of one, while its link works and it was not sent. */
  readonly read: (id: string) => Promise<MailText | undefined>;
  /**
   * Writes a test to the address of an account and waits for what the mail server says, 15 seconds at most: the mail as it is then.
   * `undefined`: too many mails wait, or there is no such account.
   */
  readonly test: (userId: string) => Promise<ListedMail | undefined>;
};

type Options = {
  /** As the owner of the tables of accounts. */
  readonly pool: pg.Pool;
  readonly tools: Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;
  readonly publicUrl: () => string;
  readonly route: Outbox['route'];
  /** `undefined` where nobody takes mails. */
  readonly sender: Pick<MailSender, 'drain'> | undefined;
};

/** A test that was not sent by then is not sent any more, in milliseconds. */
const testLifeMs = 10 * 60_000;

const patienceMs = 15_000;

export function createOutbox({ pool, tools, publicUrl, route, sender }: Options): Outbox {
  const list = () => listMails(pool, tools);
  const writeTest = (userId: string) =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ email: string | null }>('select email from auth.users where id = $1', [userId]);
      const recipient = rows[0]?.email;
      if (recipient == null || !(await takeMailTurn(client, tools))) return undefined;
      return insertMail(client, tools, {
        kind: 'test',
        userId: null,
        forLink: undefined,
        recipient,
        mail: testText(publicUrl()),
        lifeMs: testLifeMs,
      });
    });
  return {
    route,
    list,
    read: (id) => readMailText(pool, tools, id),
    test: async (userId) => {
      const id = await writeTest(userId);
      if (id === undefined) return undefined;
      await atMost(patienceMs, sender?.drain());
      return (await list()).find((mail) => mail.id === id);
    },
  };
}

function testText(publicUrl: string): MailText {
  const { host } = new URL(publicUrl);
  return {
    subject: `Test mail – ${host}`,
    text: `This is the test that you sent from the settings of ${publicUrl}\n\nMails with links come from the same address.\n`,
  };
}

async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
