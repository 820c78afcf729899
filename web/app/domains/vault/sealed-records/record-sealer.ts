import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { RawRecord } from '../../records/record.ts';
import type { PutBackFailure, SealState, VaultSealer } from '../../records/sealer.ts';
import type { VaultState } from '../contract/vault-state.ts';
import type { VaultCore } from '../session/store-core.ts';
import { listRecords } from './list-records.ts';
import { bringBack } from './removed-records.ts';
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
    putBack: (collection, copy) => putBackCopy(core, collection, copy),
    forget: async (collection, ids) => (isOpen() ? forgetRecords(core, collection, ids) : fail({ code: 'locked' })),
  };
}

/** Writes this device's copy of a record over whatever the server shows of it. */
async function putBackCopy(core: VaultCore, collection: string, copy: RawRecord): Promise<Result<undefined, PutBackFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  if (!(await listRecords(core)).ok) return fail({ code: 'unanswered' });
  const { id, sealed, created_at: createdAt, updated_at: updatedAt, deleted_at: deletedAt } = copy;
  const text = { recordId: id, sealed: String(sealed), createdAt: typeof createdAt === 'string' ? createdAt : updatedAt, deletedAt };
  const brought = await bringBack(core, collection, [text], true);
  if (!brought.ok) return fail({ code: brought.failure.code === 'locked' ? 'locked' : 'unanswered' });
  if (brought.value.count > 0) return succeed(undefined);
  return fail({ code: brought.value.opened.length > 0 ? 'not_put_back' : 'unreadable' });
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
