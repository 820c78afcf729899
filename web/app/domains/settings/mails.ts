import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../lib/backend.ts';

const kinds = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'test']);
const states = z.enum(['waiting', 'handed', 'sent', 'refused', 'expired', 'unknown']);

const mailSchema = z.object({
  id: z.string(),
  kind: kinds,
  recipient: z.string(),
  state: states,
  /** What the mail server said last. */
  reply: z.nullable(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
});

/** A mail of the server's, without its text. */
export type OutboxMail = z.infer<typeof mailSchema>;

const outboxSchema = z.object({
  /** Who takes mails; `null`: nobody. */
  route: z.nullable(z.object({ host: z.string(), from: z.string() })),
  mails: z.array(mailSchema),
});

export type Outbox = z.infer<typeof outboxSchema>;

const textSchema = z.object({ subject: z.string(), text: z.string() });

/** What a mail says, its link with it. */
export type OutboxText = z.infer<typeof textSchema>;

/** The newest mails, and who takes them. */
export function loadOutbox() {
  return askFunction('GET', '/functions/v1/mails', outboxSchema);
}

/** The text of a mail that was not sent; `refused` with `mail_not_found` where it is gone. The server logs it. */
export function readOutboxText(id: string) {
  return callFunction('mails', { id }, textSchema);
}

/** Has a test sent to the owner's own address; answers with what the mail server said. */
export function sendTestMail() {
  return callFunction('mail-test', {}, mailSchema);
}

const kindTexts: Readonly<Record<OutboxMail['kind'], string>> = {
  signup: 'Confirm an account',
  invite: 'Invitation',
  magiclink: 'Sign-in link',
  recovery: 'Password reset',
  email_change_current: 'Change of address, old address',
  email_change_new: 'Change of address, new address',
  reauthentication: 'Change of a password',
  test: 'Test',
};

/** What a mail is for. */
export function mailKindText({ kind }: Pick<OutboxMail, 'kind'>): string {
  return kindTexts[kind];
}

const stateTexts: Readonly<Record<OutboxMail['state'], string>> = {
  waiting: 'Waiting',
  handed: 'Being sent',
  sent: 'Sent',
  refused: 'Refused',
  expired: 'Expired',
  unknown: 'Not known',
};

/** How a mail stands, in a word. */
export function mailStateText({ state }: Pick<OutboxMail, 'state'>): string {
  return stateTexts[state];
}

/** What came of a test, as a sentence. Nothing is called sent before the mail server took it. */
export function testOutcomeText({ state, reply, recipient }: Pick<OutboxMail, 'state' | 'reply' | 'recipient'>): string {
  const said = reply === null || reply === '' ? '' : ` The mail server said: ${reply}`;
  switch (state) {
    case 'sent':
      return `The mail server accepted it for ${recipient}. Whether it arrives, your mailbox shows.${said}`;
    case 'refused':
      return `The mail server refused it.${said}`;
    case 'unknown':
      return `The connection broke before the mail server answered. It may have arrived.${said}`;
    case 'expired':
      return `It was not sent in time.${said}`;
    case 'waiting':
    case 'handed':
      return `It has not been sent yet. The server keeps trying for ten minutes.${said}`;
  }
}
