import { systemClock } from '@castellan/foundation/clock';
import type { Database } from '@castellan/platform/core/database';
import type { MailSettings } from '@castellan/platform/core/platform-context';
import { createHandOver } from '../adapters/smtp.ts';
import { createSockets } from '../adapters/sockets.ts';
import { openMailSender } from '../mail/mail-sender.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Start } from './start-steps.ts';

/** Opens the way of mails, here and nowhere else. Without `SMTP_URL` they are written all the same, for whoever reads the outbox. */
export function openMail(
  { settings, log, closers }: Start,
  { database, keys }: { readonly database: Database; readonly keys: LiveKeys },
): MailSettings {
  if (settings.mail === undefined) return { onWritten: () => undefined };
  const sender = openMailSender({
    pool: database.auth,
    tools: { keys: keys.ring, clock: systemClock, log },
    ...settings.mail,
    handOver: createHandOver(createSockets({ allowedNetworks: settings.allowedNetworks })),
  });
  closers.push(sender.close);
  return { onWritten: () => void sender.drain() };
}
