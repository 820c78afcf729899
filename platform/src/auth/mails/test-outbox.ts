import type { startTestAuth } from '../test-auth-service.ts';

type ListedMail = { readonly id: string; readonly kind: string; readonly recipient: string; readonly state: string };

/** What the secret key reads of mails. */
export function openTestOutbox(auth: Awaited<ReturnType<typeof startTestAuth>>) {
  const secret = () => ({ headers: { apikey: auth.keys.ring.secretKey } });
  /** The newest mails first. */
  const list = async () => {
    const { status, body } = await auth.send('GET', '/admin/mails', undefined, secret());
    if (status !== 200) throw new Error(`The mails are answered with ${status}.`);
    return (body as unknown as { readonly mails: readonly ListedMail[] }).mails;
  };
  /** A mail with its text, and the link and the digits in it. */
  const read = async (mail: ListedMail) => {
    const { body } = await auth.send('GET', `/admin/mails/${mail.id}`, undefined, secret());
    const { subject, text } = body as unknown as { readonly subject: string; readonly text: string };
    const [link = ''] = /https?:\S+/.exec(text) ?? [];
    return { ...mail, subject, text, link, digits: /digits there: (\d{6})/.exec(text)?.[1] };
  };
  const newest = async () => {
    const [mail] = await list();
    if (mail === undefined) throw new Error('there is no mail');
    // A later mail is newer, also where the clock of the test stands still.
    auth.time.nowMs += 1000;
    return read(mail);
  };
  /** The newest to somebody. */
  const newestTo = async (recipient: string) => {
    const mail = (await list()).find((listed) => listed.recipient === recipient);
    if (mail === undefined) throw new Error('there is no such mail');
    auth.time.nowMs += 1000;
    return read(mail);
  };
  return { secret, list, newest, newestTo };
}
