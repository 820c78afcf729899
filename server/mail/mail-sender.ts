import { type ClaimedMail, claimMail, type MailOutcome, markHanded, settleMail } from '@castellan/platform/auth/mails/mail-queue';
import type { PlatformContext } from '@castellan/platform/core/platform-context';
import MailComposer from 'nodemailer/lib/mail-composer';
import type pg from 'pg';
import type { HandOver } from '../adapters/smtp.ts';
import { isPlainAddress, type SmtpServer } from './smtp-address.ts';

/** How often a server looks for mails that other servers wrote, or that are due again. */
const lookEveryMs = 15_000;

/** For so long the mail under way is waited for when the server stops. */
const lastAnswerMs = 4_000;

/** Sends the mails that wait, one after the other. */
export type MailSender = {
  /** Sends all that are due; resolves when none is. Never rejects: what failed is in the log and is tried again. */
  readonly drain: () => Promise<void>;
  /** Stops; what is under way has a moment to be answered. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** As the owner of the tables of accounts. */
  readonly pool: pg.Pool;
  readonly tools: Pick<PlatformContext, 'keys' | 'clock' | 'log'>;
  readonly server: SmtpServer;
  /** The address that mails come from. */
  readonly from: string;
  readonly handOver: HandOver;
};

/** Begins to send. Several servers share the work: each mail is one server's at a time. */
export function openMailSender(options: Options): MailSender {
  const { pool, tools } = options;
  const stopping = new AbortController();
  let isStopped = false;
  let running = Promise.resolve();
  const sendDue = async () => {
    try {
      while (!isStopped) {
        const claimed = await claimMail(pool, tools);
        if (claimed === undefined) return;
        await settleMail(pool, tools, claimed, await attempt(options, claimed, stopping.signal));
      }
    } catch (error) {
      tools.log.warn('mails not sent for now', { error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  let isAsked = false;
  const drain = () => {
    // One more round takes in whatever was written until it begins.
    if (isAsked) return running;
    isAsked = true;
    running = running.then(() => {
      isAsked = false;
      return sendDue();
    });
    return running;
  };
  const looking = setInterval(() => void drain(), lookEveryMs);
  return {
    drain,
    close: async () => {
      clearInterval(looking);
      isStopped = true;
      const cutOff = setTimeout(() => stopping.abort(), lastAnswerMs);
      await running;
      clearTimeout(cutOff);
    },
  };
}

async function attempt({ pool, tools, server, from, handOver }: Options, claimed: ClaimedMail, signal: AbortSignal): Promise<MailOutcome> {
  const { mail, recipient } = claimed;
  if (mail === undefined) return { code: 'refused', reply: 'The text was sealed under a key that is gone.' };
  if (!isPlainAddress(recipient)) return { code: 'refused', reply: 'The address has characters that are not sent.' };
  const message = await new MailComposer({
    from,
    to: recipient,
    subject: mail.subject,
    text: mail.text,
    date: new Date(tools.clock.nowMs()),
    // The same for every attempt, so that a mail that arrives twice is seen to be one.
    messageId: `<${claimed.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return handOver(server, { from, to: recipient, message }, { beforeText: () => markHanded(pool, tools, claimed), signal });
}
