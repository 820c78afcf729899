import { fail, succeed } from '@castellan/foundation/result';
import type { RawRecord } from '../../records/record.ts';
import type { SealState, VaultSealer } from '../../records/sealer.ts';
import type { VaultState } from '../contract/vault-state.ts';
import type { VaultCore } from '../session/store-core.ts';
import { verifyRecords } from './verify-records.ts';
import { forgetRecords, writeRecords } from './write-records.ts';

/** The vault as the vault worker of other apps' sealed records. What is sealed and opened goes through the Worker; the page has no key. */
export function recordSealerOf(core: VaultCore): VaultSealer {
  const isOpen = () => core.opened?.tier === 'secrets';
  const asListed = new WeakSet<RawRecord>();
  return {
    sealState: () => sealStateOf(core.read()),
    subscribe: core.subscribe,
    seal: async (records) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const sealed = await core.client.ask('sealRecords', records);
      if (sealed.ok) return sealed;
      const { code } = sealed.failure;
      return fail({ code: code === 'record_invalid' || code === 'record_too_large' ? 'unsealable' : 'locked' });
    },
    open: async (records) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const { run } = core;
      const opened = await core.client.ask('openRecords', records);
      // A lock in between ends the Worker; an answer that was on its way is not let through either.
      return opened.ok && !core.isOver(run) ? succeed(opened.value) : fail({ code: 'locked' });
    },
    write: async (records) => (isOpen() ? writeRecords(core, records) : fail({ code: 'locked' })),
    verify: async (collection, shown) => (isOpen() ? verifyRecords(core, asListed, collection, shown) : fail({ code: 'locked' })),
    forget: async (collection, ids) => (isOpen() ? forgetRecords(core, collection, ids) : fail({ code: 'locked' })),
  };
}

/** Sealed records are under keys of the secrets tier: a code alone does not open them. */
function sealStateOf(state: VaultState): SealState {
  switch (state.stage) {
    case 'loading':
      return 'loading';
    case 'unreachable':
      return 'unreachable';
    case 'open':
      return state.tier === 'secrets' ? 'open' : 'locked';
    case 'locked':
      return state.kind === 'present' ? 'locked' : 'unset';
    default:
      return 'locked';
  }
}
