import { type Result, succeed } from '@castellan/foundation/result';
import type { DeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { OpenReport } from '../contract/work-shapes.ts';
import type { VaultCore } from '../session/store-core.ts';
import { afterOpening } from '../unlock/after-opening.ts';

/** Shows what was opened from this device's copy; what follows an opening, and its row in the log, wait for the server. */
export async function goOnAway(core: VaultCore, copy: DeviceCopy, report: OpenReport): Promise<Result<undefined, VaultFailure>> {
  const { run } = core;
  core.offline = true;
  core.away = {
    copyAtMs: copy.contactAtMs,
    onContact: async () => {
      void core.ports.log.record('unlock', { reason: 'without the server' });
      await afterOpening(core, report, undefined);
    },
  };
  core.publish();
  const rows = await core.client.ask('takeRows', { rows: await core.ports.copy.rows(), first: true, last: true });
  if (core.isOver(run) || core.opened === undefined || !rows.ok) return succeed(undefined);
  core.opened.rows = rows.value;
  core.opened.rowsFinished = true;
  core.relist();
  core.publish();
  return succeed(undefined);
}
