import type { ModelState } from '../../domains/assistant/model-client.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { lockSignal } from '../../domains/vault/lock-signal.ts';
import { vaultOpenness } from '../../domains/vault/vault-openness.ts';
import type { Store } from '../../lib/store.ts';
import type { SealedGrants } from './sealed-grants.ts';

type SealedScreenPorts = {
  readonly grants: SealedGrants;
  /** Told which kinds may leave, whenever that changes. */
  readonly granted: Store<readonly string[]>;
  readonly model: Store<ModelState | undefined>;
  /** Takes what was shown and said off the page. */
  readonly wipe: () => void;
};

/** Watches over what is sealed and was shown. */
export type SealedScreen = {
  /** Something sealed is on the screen, or was said to the model. */
  readonly noteShown: () => void;
  /** The page is left: no grant is kept, nothing is listened to any more. */
  readonly leave: () => void;
};

/** Ends all grants when the vault is locked or the owner signs out, and wipes the page where anything sealed was shown. */
export function watchSealedScreen({ grants, granted, model, wipe }: SealedScreenPorts): SealedScreen {
  let hasShown = false;
  const seal = () => {
    const hadGrants = grants.given().length > 0;
    grants.end();
    if (!hadGrants && !hasShown) return;
    wipe();
    hasShown = false;
  };
  const tellGranted = () => granted.set(grants.given());
  const listening = [
    grants.subscribe(tellGranted),
    // A grant is of one model.
    model.subscribe(tellGranted),
    lockSignal.listen(seal),
    vaultOpenness.subscribe(() => vaultOpenness.read() || seal()),
    terminalCompleted.subscribe(() => terminalCompleted.read() === true || seal()),
  ];
  return {
    noteShown: () => {
      hasShown = true;
    },
    leave: () => {
      grants.end();
      for (const stopListening of listening) stopListening();
    },
  };
}
