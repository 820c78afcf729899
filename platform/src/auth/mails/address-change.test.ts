import { afterAll, beforeEach, expect, test } from 'vitest';
import { signUpClosed } from '../../core/platform-context.ts';
import { claimsOf, startTestAuth } from '../test-auth-service.ts';
import { claimMail, type MailOutcome, markHanded, settleMail } from './mail-queue.ts';
import { openTestOutbox } from './test-outbox.ts';

const auth = await startTestAuth({ signUps: { ...signUpClosed, signUp: 'confirmed' }, mails: { onWritten: () => undefined } });
const { list, newestTo } = openTestOutbox(auth);
auth.owner.id = (await auth.signUpWithFactor()).userId;

afterAll(auth.stop);
beforeEach(async () => {
  await auth.admin.query('delete from auth.mails');
  await auth.forgetLimits();
});

let wantedAddresses = 0;

/** A guest who asked for another address. */
async function askForChange() {
  const guest = await auth.signUpWithFactor();
  wantedAddresses += 1;
  const wanted = `elsewhere${wantedAddresses}@example.test`;
  const asked = await auth.send('PUT', '/user', { email: wanted }, { token: guest.session.access_token });
  expect(asked).toMatchObject({ status: 200, body: { email: guest.email, new_email: wanted } });
  const addressOf = async () => {
    const { rows } = await auth.admin.query<{ email: string }>('select email from auth.users where id = $1', [guest.userId]);
    return rows[0]?.email;
  };
  const follow = async (recipient: string) => {
    const { searchParams } = new URL((await newestTo(recipient)).link);
    return auth.send('POST', '/verify', { type: 'email_change', token_hash: searchParams.get('token') });
  };
  const type = async (recipient: string) =>
    auth.send('POST', '/verify', { type: 'email_change', email: recipient, token: (await newestTo(recipient)).digits });
  const askAgain = async () =>
    expect(await auth.send('POST', '/resend', { type: 'email_change', email: guest.email })).toMatchObject({ status: 200, body: {} });
  return { ...guest, wanted, addressOf, follow, type, askAgain };
}

/** What the mail server says of each mail that is due, by its recipient. */
async function sendDue(saysOf: (recipient: string) => MailOutcome): Promise<void> {
  const pool = auth.context.database.auth;
  for (let claimed = await claimMail(pool, auth.context); claimed !== undefined; claimed = await claimMail(pool, auth.context)) {
    expect(await markHanded(pool, auth.context, claimed)).toBe(true);
    await settleMail(pool, auth.context, claimed, saysOf(claimed.recipient));
  }
}

const halfway = { status: 200, body: { code: '200' } };
const expired = { status: 403, body: { code: 'otp_expired' } };

test.each([
  ['the old address first, by links', 'old', 'follow'],
  ['the new address first, by links', 'new', 'follow'],
  ['the old address first, by digits', 'old', 'type'],
  ['the new address first, by digits', 'new', 'type'],
] as const)('both addresses are mailed, and the change is made once both mails were answered: %s', async (_name, first, answerBy) => {
  const guest = await askForChange();
  expect((await list()).map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
    ['email_change_current', guest.email],
    ['email_change_new', guest.wanted],
  ]);
  const [one, other] = first === 'old' ? [guest.email, guest.wanted] : [guest.wanted, guest.email];
  const shown = await newestTo(one);
  expect(await guest[answerBy](one)).toMatchObject(halfway);
  expect(await guest.addressOf()).toBe(guest.email);
  // What was shown is shown once.
  const again = await auth.send('POST', '/verify', { type: 'email_change', token_hash: new URL(shown.link).searchParams.get('token') });
  expect(again).toMatchObject(expired);
  expect(await guest.addressOf()).toBe(guest.email);
  const changed = await guest[answerBy](other);
  expect(changed).toMatchObject({ status: 200, body: { user: { id: guest.userId, email: guest.wanted } } });
  expect(claimsOf(changed.body.access_token)).toMatchObject({ email: guest.wanted, aal: 'aal1' });
  expect(await guest.addressOf()).toBe(guest.wanted);
});

test.each(['old', 'new'] as const)(
  'where the mail server refuses the mail to the %s address, nothing changes until a further one is answered',
  async (refused) => {
    const guest = await askForChange();
    const [gone, arrived] = refused === 'old' ? [guest.email, guest.wanted] : [guest.wanted, guest.email];
    const arrivedLink = (await newestTo(arrived)).link;
    await sendDue((recipient) =>
      recipient === gone ? { code: 'refused', reply: '550 no such person' } : { code: 'sent', reply: '250 fine' },
    );
    expect((await list()).map(({ recipient, state }) => [recipient, state]).sort()).toEqual(
      [
        [gone, 'refused'],
        [arrived, 'sent'],
      ].sort(),
    );
    const token = new URL(arrivedLink).searchParams.get('token');
    expect(await auth.send('POST', '/verify', { type: 'email_change', token_hash: token })).toMatchObject(halfway);
    expect(await guest.addressOf()).toBe(guest.email);

    auth.time.nowMs += 1000;
    await guest.askAgain();
    // The one that was answered is not mailed again.
    expect((await list()).filter(({ state }) => state === 'waiting').map(({ recipient }) => recipient)).toEqual([gone]);
    expect((await guest.follow(gone)).status).toBe(200);
    expect(await guest.addressOf()).toBe(guest.wanted);
  },
);

test.each(['old', 'new'] as const)(
  'where the link to the %s address expired, the other alone changes nothing, and a further mail ends the change',
  async (late) => {
    const guest = await askForChange();
    const [missed, shown] = late === 'old' ? [guest.email, guest.wanted] : [guest.wanted, guest.email];
    const missedLink = (await newestTo(missed)).link;
    expect(await guest.follow(shown)).toMatchObject(halfway);
    auth.time.nowMs += 3_600_001;
    const token = new URL(missedLink).searchParams.get('token');
    expect(await auth.send('POST', '/verify', { type: 'email_change', token_hash: token })).toMatchObject(expired);
    expect(await guest.addressOf()).toBe(guest.email);
    expect((await list()).find(({ recipient }) => recipient === missed)).toMatchObject({ state: 'expired' });
    await guest.askAgain();
    expect((await guest.follow(missed)).status).toBe(200);
    expect(await guest.addressOf()).toBe(guest.wanted);
  },
);
