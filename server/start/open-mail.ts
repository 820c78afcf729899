import { randomBytes } from 'node:crypto';
import { systemClock } from '@castellan/foundation/clock';
import type { Database } from '@castellan/platform/core/database';
import type { MailSettings } from '@castellan/platform/core/platform-context';
import { createHandOver } from '../adapters/smtp.ts';
import { createSockets } from '../adapters/sockets.ts';
import { openMailSender } from '../mail/mail-sender.ts';
import { createOutbox, type Outbox } from '../mail/outbox.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Start } from './start-steps.ts';

/** Opens the way of mails, here and nowhere else. Without `SMTP_URL` they are written all the same, for whoever reads the outbox. */
export function openMail(
  { settings, log, closers }: Start,
  { database, keys, publicUrl }: { readonly database: Database; readonly keys: LiveKeys; readonly publicUrl: () => string },
): { readonly mails: MailSettings; readonly outbox: Outbox } {
  const tools = {
    keys: keys.ring,
    clock: systemClock,
    log,
    randomBytes: (byteCount: number) => new Uint8Array(randomBytes(byteCount)),
  };
  const shared = { pool: database.auth, tools, publicUrl };
  if (settings.mail === undefined) {
    return { mails: { onWritten: () => undefined }, outbox: createOutbox({ ...shared, route: undefined, sender: undefined }) };
  }
  const { server, from } = settings.mail;
  const sender = openMailSender({
    pool: database.auth,
    tools,
    ...settings.mail,
    handOver: createHandOver(createSockets({ allowedNetworks: settings.allowedNetworks })),
  });
  closers.push(sender.close);
  return {
    mails: { onWritten: () => void sender.drain() },
    outbox: createOutbox({ ...shared, route: { host: server.host, from }, sender }),
  };
}
