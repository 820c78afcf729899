import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { listMails, readMailText } from './mail-rows.ts';

/** `GET /admin/mails`: the newest mails with what became of them, at most a hundred; never a text or a link. */
export async function readOutbox({ context }: AuthTools): Promise<Outcome<Response>> {
  return succeed(answer({ mails: await listMails(context.database.auth, context) }));
}

/** `GET /admin/mails/:id`: subject and text of one, for as long as its link works and it was not sent. */
export async function readOutboxMail({ context }: AuthTools, { pathId }: AuthCall): Promise<Outcome<Response>> {
  if (!z.guid().safeParse(pathId).success) return refuse(404, 'validation_failed', 'mail_id must be an UUID');
  const mail = await readMailText(context.database.auth, context, pathId.toLowerCase());
  return mail === undefined ? refuse(404, 'mail_not_found', 'There is no text of such a mail') : succeed(answer(mail));
}
