import { createHash } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { addressBlock } from '../core/address-block.ts';
import { createAttemptWindow } from '../core/attempt-window.ts';
import { type BackOff, createBackOff, createGuessWindow, type GuessWindow, type MustWait } from '../core/back-off.ts';
import { type PlatformContext, signUpClosed } from '../core/platform-context.ts';
import type { KnownDevice } from './device-cookie.ts';

/** Who tries, as far as limits go. */
export type Attempt = {
  /** The connection's address. */
  readonly address: string;
  /** The address typed, or the account's own. Only its hash is remembered. */
  readonly email: string;
  /** A known device is counted by itself alone, so that no stranger, and no page that shares its address, locks the owner out. */
  readonly device: KnownDevice | undefined;
};

/** An attempt that was counted before it was made. Exactly one of the two is called where it was no failure. */
export type Reservation = {
  /** It proved who it is: what was counted against address and account (or device) is forgotten. */
  readonly succeed: () => Promise<void>;
  /** It proved nothing either way: it alone is taken back. */
  readonly giveBack: () => Promise<void>;
};

/** The limits on guessing, bounded. They are the database's, so that all servers on it count together, and a restart forgets nothing. */
export type SignInLimits = {
  /** Before a stranger's sign-in is looked into: the address. For a known device nothing is counted here. */
  readonly reserveAddress: (attempt: Pick<Attempt, 'address' | 'device'>) => Promise<Result<Reservation, MustWait>>;
  /** Whether a stranger's attempt at an account would be refused, as far as this server knows without asking the database. */
  readonly peekAccount: (email: string) => Result<void, MustWait>;
  /** Before a password is hashed: the account, or the known device. */
  readonly reserveAccount: (attempt: Pick<Attempt, 'email' | 'device'>) => Promise<Result<Reservation, MustWait>>;
  /**
   * Before a code or enrolment secret is checked: address, and five in a quarter of an hour for the account; for a known
   * device those five alone.
   */
  readonly reserveCode: (attempt: Attempt) => Promise<Result<Reservation, MustWait>>;
  /**
   * Before an unknown refresh token is refused: 150 in five minutes for an address, as many as the hosted service allows. A
   * token is too long to be guessed: this saves work, and each server counts by itself.
   */
  readonly reserveRefresh: (address: string) => Result<void, MustWait>;
  /** Before a stranger is given a challenge for a passkey, which costs next to nothing: likewise, by each server for itself. */
  readonly reserveChallenge: (address: string) => Result<void, MustWait>;
  /** Before an account is made for somebody: so many an hour for an address block, as the owner of the server says. */
  readonly reserveSignUp: (address: string) => Promise<Result<void, MustWait>>;
  /** The same for the person: five an hour for an e-mail address, whoever types it. */
  readonly reservePerson: (email: string) => Promise<Result<void, MustWait>>;
  /** Before a mail is written for a request: 30 an hour for an address block. */
  readonly reserveMailSender: (address: string) => Promise<Result<void, MustWait>>;
  /** The same for the e-mail address: five an hour, whoever asks, and whether or not it has an account. */
  readonly reserveMail: (email: string) => Promise<Result<void, MustWait>>;
};

const minuteMs = 60_000;
const capacity = 10_000;

/** The limits of one installation. */
export function createSignInLimits({
  clock,
  database,
  signUps = signUpClosed,
}: Pick<PlatformContext, 'clock' | 'database' | 'signUps'>): SignInLimits {
  const counted = { clock, queryable: database.auth };
  const addresses = createBackOff({ ...counted, kind: 'sign_in_address', freeAttempts: 10, capacity });
  const accounts = createBackOff({ ...counted, kind: 'sign_in_account', freeAttempts: 5, forgetMs: 12 * 60 * minuteMs, capacity });
  const codes = createGuessWindow({ ...counted, kind: 'code_account' }, { limit: 5, windowMs: 15 * minuteMs, capacity });
  const hour = { windowMs: 60 * minuteMs, capacity };
  const signUpAddresses = createGuessWindow({ ...counted, kind: 'sign_up_address' }, { ...hour, limit: signUps.signUpsPerHour });
  const persons = createGuessWindow({ ...counted, kind: 'sign_up_person' }, { ...hour, limit: 5 });
  const mailSenders = createGuessWindow({ ...counted, kind: 'mail_address' }, { ...hour, limit: 30 });
  const mails = createGuessWindow({ ...counted, kind: 'mail_person' }, { ...hour, limit: 5 });
  const refreshes = createAttemptWindow(clock, { limit: 150, windowMs: 5 * minuteMs, capacity: 1000 });
  const challenges = createAttemptWindow(clock, { limit: 150, windowMs: 5 * minuteMs, capacity: 1000 });
  const reserveAddress: SignInLimits['reserveAddress'] = async ({ address, device }) =>
    device === undefined ? reserveIn(addresses, addressBlock(address)) : succeed(nothingCounted);
  return {
    reserveAddress,
    peekAccount: (email) => accounts.peek(accountKey({ email, device: undefined })),
    reserveAccount: (attempt) => reserveIn(accounts, accountKey(attempt)),
    reserveCode: async (attempt) => {
      const address = await reserveAddress(attempt);
      if (!address.ok) return address;
      const code = await codes.reserve(accountKey(attempt));
      if (code.ok) return succeed(codeReservation(address.value, { accounts, codes, attempt }));
      await address.value.giveBack();
      return code;
    },
    reserveSignUp: (address) => signUpAddresses.reserve(addressBlock(address)),
    reservePerson: (email) => persons.reserve(email.toLowerCase()),
    reserveChallenge: (address) => challenges.reserve(addressBlock(address)),
    reserveMailSender: (address) => mailSenders.reserve(addressBlock(address)),
    reserveMail: (email) => mails.reserve(email.toLowerCase()),
    reserveRefresh: (address) => refreshes.reserve(addressBlock(address)),
  };
}

/** For what has no limit of this kind. */
const nothingCounted: Reservation = { succeed: async () => undefined, giveBack: async () => undefined };

async function reserveIn(backOff: BackOff, key: string): Promise<Result<Reservation, MustWait>> {
  const reserved = await backOff.reserve(key);
  if (!reserved.ok) return fail(reserved.failure);
  return succeed({ succeed: () => backOff.succeed(key), giveBack: () => backOff.giveBack(key) });
}

/** A right code also clears what wrong passwords counted: by now both are known to be the owner's. */
function codeReservation(
  address: Reservation,
  counted: { readonly accounts: BackOff; readonly codes: GuessWindow; readonly attempt: Attempt },
): Reservation {
  const key = accountKey(counted.attempt);
  return {
    succeed: async () => {
      await address.succeed();
      await counted.accounts.succeed(key);
      await counted.codes.giveBack(key);
    },
    giveBack: async () => {
      await address.giveBack();
      await counted.codes.giveBack(key);
    },
  };
}

function accountKey({ email, device }: Pick<Attempt, 'email' | 'device'>): string {
  if (device !== undefined) return `device ${device.deviceId}`;
  return createHash('sha256').update(email).digest('base64');
}
