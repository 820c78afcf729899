import type { Result } from '@castellan/foundation/result';
import type { Argon2idCost } from '@castellan/vault-core/ports';
import type { PasskeyFactor } from '../../session/passkey-factor.ts';
import type { HeldItem } from './held-item.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { Proof } from './vault-proof.ts';

export type { Proof } from './vault-proof.ts';

/** One way into the vault, as the Worker reads it. */
export type WayIn = {
  readonly slotId: string;
  readonly kind: 'master' | 'recovery' | 'passkey' | 'device';
  /** What it was called when it was made; empty for the master and the recovery key. */
  readonly label: string;
  /** What one guess at the master costs; `null` for other kinds, which cannot be guessed at. */
  readonly cost: Argon2idCost | null;
  /** It is what the manifest lists. */
  readonly listed: boolean;
  /** This device's own half of the key belongs to it. */
  readonly here: boolean;
};

/** What a passkey that was added is good for. `cannot`: its authenticator knows no PRF. `not_saved`: the vault was not written. */
export type AddedPasskey = { readonly signsIn: boolean; readonly opens: 'yes' | 'cannot' | 'not_saved' };

/** A passkey that a rotation of the key keeps as a way in. */
export type KeptPasskey = { readonly slotId: string; readonly label: string };

/** Which passkeys stay ways in, and what is said and asked while they are evaluated, one after the other. */
export type KeepPasskeys = {
  readonly slotIds: readonly string[];
  /** The browser asks for this one now. */
  readonly onAsk: (passkey: KeptPasskey) => void;
  /** It was cancelled, is not there, or cannot. `stop`: the key is not rotated. */
  readonly onRefusal: (passkey: KeptPasskey, failure: VaultFailure) => Promise<'again' | 'without' | 'stop'>;
};

/** A known answer that was asked of this device. */
export type SelfTestLine = { readonly name: string; readonly source: string; readonly passed: boolean; readonly milliseconds: number };

export type SelfTestReport = {
  readonly lines: readonly SelfTestLine[];
  /** What one derivation takes here at the present master's cost; `undefined` where no vault is open or it failed. */
  readonly derivation: { readonly cost: Argon2idCost; readonly milliseconds: number } | undefined;
};

/** How a rotation of the vault key stands. */
export type Rotation = {
  readonly running: boolean;
  /** Entries that are still under the old key, of how many. */
  readonly left: number;
  readonly total: number;
  /** What keeps the old key from being let go: it does not open, or is not what the vault lists. */
  readonly blocked: readonly HeldItem[];
};

/** What concerns the vault's keys rather than its entries. */
export type VaultSecurity = {
  readonly waysIn: () => Promise<Result<readonly WayIn[], VaultFailure>>;
  readonly changeMaster: (proof: Proof, next: string) => Promise<Result<void, VaultFailure>>;
  readonly makeRecoveryKey: (proof: Proof) => Promise<Result<{ readonly recoveryKey: string }, VaultFailure>>;
  readonly addPasskey: (proof: Proof, label: string) => Promise<Result<AddedPasskey, VaultFailure>>;
  /** Lets a passkey that signs in open the vault too, under its name. */
  readonly letPasskeyOpen: (proof: Proof, factor: PasskeyFactor) => Promise<Result<void, VaultFailure>>;
  /** Whether this opens the vault's key; nothing is changed. */
  readonly prove: (proof: Proof) => Promise<Result<void, VaultFailure>>;
  /**
   * Takes a passkey, a device or the recovery key away, also one that somebody else put there. The vault's own passkeys and its
   * recovery key want a proof.
   */
  readonly removeWayIn: (slotId: string, proof?: Proof) => Promise<Result<void, VaultFailure>>;
  /**
   * Gives the vault another key, and goes on behind the list until every entry is under it (`rotation` of the open state). Nothing
   * is changed before every passkey that is kept has answered.
   */
  readonly rotateKey: (
    proof: Proof,
    master: string,
    keep?: KeepPasskeys,
  ) => Promise<Result<{ readonly recoveryKey: string }, VaultFailure>>;
  readonly resumeRotation: () => void;
  /**
   * The owner’s confirmation that the rotation is to end though these records were not read back, and no others. They stay listed, and
   * what is listed can still be opened if it comes back.
   */
  readonly finishRotation: (without: readonly HeldItem[]) => void;
  /** What is under way is finished; no further batch is begun. */
  readonly stopRotation: () => void;
  /** Asks this device, in the Worker, for answers that are known. */
  readonly selfTest: () => Promise<Result<SelfTestReport, VaultFailure>>;
};
