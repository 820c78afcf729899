import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { z } from 'zod';
import { byMethod } from '../../functions/by-method.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { keptByProject } from '../../functions/kept-by-project.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import { recordServerEvent } from '../../owner/server-event.ts';
import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';

type Ports = Pick<ServerPorts, 'outbox' | 'rows' | 'clock' | 'log'>;

const readLimit = { limit: 60, windowMs: 60_000, capacity: 1 };
const testLimit = { limit: 6, windowMs: 60 * 60_000, capacity: 1 };

/**
 * The server's mails, for the owner: `GET mails` lists them with what became of them, `POST mails {id}` gives the text of one, with its
 * link, and is logged; `POST mail-test` mails a test to the owner's own address and answers with what the mail server said.
 */
export function mailsHalf({ outbox, rows, clock, log: plainLog }: Ports): OpenHalf {
  // A project sends its own mails.
  if (outbox === undefined) return { functions: keptByProject('mails', 'mail-test') };
  const log = createQuietLog(plainLog, clock);
  const record = (event: Parameters<typeof recordServerEvent>[1]) =>
    recordServerEvent(rows, event).catch((error: Error) => log.warn('an event of mails was not recorded', { reason: error.message }));
  const list = ownerRead(async () => answerJson({ route: outbox.route ?? null, mails: await outbox.list() }));
  const read = ownerFunction({
    body: z.strictObject({ id: z.guid() }),
    expects: 'The body must be JSON with id, the id of a mail.',
    limit: createAttemptWindow(clock, readLimit),
    run: async ({ id }, { sender }) => {
      const mail = await outbox.read(id.toLowerCase());
      if (mail === undefined) return refuse(404, 'mail_not_found', 'The mail has no text any more: it was sent, used or expired.');
      await record({
        type: 'security_event',
        description: 'The text of a mail with a link was shown',
        success: true,
        metadata: { subject: 'mail', mail: id },
        ...sender,
      });
      return answerJson(mail);
    },
  });
  const test = ownerFunction({
    body: z.strictObject({}),
    expects: 'The body must be an empty JSON object.',
    limit: createAttemptWindow(clock, testLimit),
    maxAtOnce: 1,
    run: async (_, { caller, sender }) => {
      if (outbox.route === undefined) return refuse(409, 'no_mail_server', 'SMTP_URL is not set, so nothing can be sent.');
      const mail = caller.claims === null ? undefined : await outbox.test(caller.claims.sub);
      if (mail === undefined) return refuse(429, 'too_many_mails', 'Too many mails wait to be sent.');
      await record({
        type: 'app_activity',
        description: 'A test mail was sent to the mail server',
        success: mail.state === 'sent',
        metadata: { subject: 'mail_test', state: mail.state },
        ...sender,
      });
      return answerJson(mail);
    },
  });
  return { functions: { mails: byMethod({ GET: list, POST: read }), 'mail-test': test } };
}
