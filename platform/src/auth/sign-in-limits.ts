import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { addressBlock } from '../core/address-block.ts';
import { type AttemptWindow, createAttemptWindow } from '../core/attempt-window.ts';
import { type BackOff, createBackOff, type MustWait } from '../core/back-off.ts';
import type { KnownDevice } from './device-cookie.ts';

/** Who tries, as far as limits go. */
export type Attempt = {
  /** The connection's address. */
  readonly address: string;
  /** The address typed, or the account's own. Only its hash is remembered. */
  readonly email: string;
  /** A known device is counted by itself, so that strangers cannot lock the owner out of it. */
  readonly device: KnownDevice | undefined;
};

/** An attempt that was counted before it was made. Exactly one of the two is called where it was no failure. */
export type Reservation = {
  /** It proved who it is: what was counted against address and account (or device) is forgotten. */
  readonly succeed: () => void;
  /** It proved nothing either way: it alone is taken back. */
  readonly giveBack: () => void;
};

/** The limits on guessing. All of them live in memory, bounded. */
export type SignInLimits = {
  /** Before anything is read for a sign-in: the address alone. */
  readonly reserveAddress: (address: string) => Result<Reservation, MustWait>;
  /** Before a password is hashed: the account, or the known device. */
  readonly reserveAccount: (attempt: Attempt) => Result<Reservation, MustWait>;
  /** Before a code or enrolment secret is checked: address, and five in a quarter of an hour for the account. */
  readonly reserveCode: (attempt: Attempt) => Result<Reservation, MustWait>;
  /** Before a session is refreshed: 150 in five minutes for an address, as the hosted service allows. */
  readonly reserveRefresh: (address: string) => Result<void, MustWait>;
};

const minuteMs = 60_000;
const capacity = 10_000;

/** Fresh limits, with nothing counted. */
export function createSignInLimits(clock: Clock): SignInLimits {
  const addresses = createBackOff({ clock, freeAttempts: 10, capacity });
  const accounts = createBackOff({ clock, freeAttempts: 5, forgetMs: 12 * 60 * minuteMs, capacity });
  const codes = createAttemptWindow(clock, { limit: 5, windowMs: 15 * minuteMs, capacity });
  const refreshes = createAttemptWindow(clock, { limit: 150, windowMs: 5 * minuteMs, capacity: 1000 });
  const reserveAddress = (address: string) => reserveIn(addresses, addressBlock(address));
  return {
    reserveAddress,
    reserveAccount: (attempt) => reserveIn(accounts, accountKey(attempt)),
    reserveCode: (attempt) => {
      const address = reserveAddress(attempt.address);
      if (!address.ok) return address;
      const code = codes.reserve(accountKey(attempt));
      if (code.ok) return succeed(codeReservation(address.value, { accounts, codes, attempt }));
      address.value.giveBack();
      return code;
    },
    reserveRefresh: (address) => refreshes.reserve(addressBlock(address)),
  };
}

function reserveIn(backOff: BackOff, key: string): Result<Reservation, MustWait> {
  const reserved = backOff.reserve(key);
  if (!reserved.ok) return fail(reserved.failure);
  return succeed({ succeed: () => backOff.succeed(key), giveBack: () => backOff.giveBack(key) });
}

/** A right code also clears what wrong passwords counted: by now both are known to be the owner's. */
function codeReservation(
  address: Reservation,
  counted: { readonly accounts: BackOff; readonly codes: AttemptWindow; readonly attempt: Attempt },
): Reservation {
  const key = accountKey(counted.attempt);
  return {
    succeed: () => {
      address.succeed();
      counted.accounts.succeed(key);
      counted.codes.giveBack(key);
    },
    giveBack: () => {
      address.giveBack();
      counted.codes.giveBack(key);
    },
  };
}

function accountKey({ email, device }: Attempt): string {
  if (device !== undefined) return `device ${device.deviceId}`;
  return createHash('sha256').update(email).digest('base64');
}
