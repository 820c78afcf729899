import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Collection } from '../collection.ts';
import type { CollectionState, EditFailure, EditHow, Feed } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';
import { VaultClosed } from '../sealed-rows.ts';
import type { EngineParts, EnginePorts } from './engine-parts.ts';
import type { CollectionEdits } from './undo-history.ts';

/** Keeps edits as one step of the tool's Undo; nothing of them is kept where one cannot be. */
export async function keepEdits(
  parts: EngineParts,
  tool: string,
  together: readonly CollectionEdits[],
  how?: EditHow,
): Promise<Result<undefined, EditFailure>> {
  if (!together.every(({ collection }) => parts.isWritable(collection))) return fail({ code: 'locked' });
  try {
    const whole = how?.isWhole === true ? together.map((part) => ({ ...part, isWhole: true as const })) : together;
    parts.history.push(tool, await parts.apply(whole, how));
    return succeed(undefined);
  } catch (cause) {
    return fail({ code: cause instanceof VaultClosed ? 'locked' : 'not_kept' });
  }
}

/** The live view of one collection; `edit` is how it is written. */
export function collectionFeed<Row extends RawRecord>(
  { sealer, watch }: Pick<EnginePorts, 'sealer' | 'watch'>,
  { start, mirrors, outbox, puller, followVault, manifestAccess, ...parts }: EngineParts,
  collection: Collection<Row>,
  edit: Feed<Row>['edit'],
): Feed<Row> {
  const mirror = mirrors.of(collection);
  const begin = () => {
    if (collection.sealed === true) followVault();
    void puller.pull(mirror);
    void start().then(outbox.send);
    mirror.stop = watch(collection.name, () => puller.pullSoon(mirror));
  };
  return {
    read: () => {
      mirror.snapshot ??= parts.read(mirror);
      return mirror.snapshot as CollectionState<never>;
    },
    subscribe: (listener) => {
      mirror.listeners.add(listener);
      if (mirror.listeners.size === 1) begin();
      return () => {
        mirror.listeners.delete(listener);
        if (mirror.listeners.size > 0) return;
        mirror.stop();
        mirror.callOffPull();
      };
    },
    edit,
    refresh: () => puller.pull(mirror),
    settleFault: async (id) => {
      const isWantedBack = await sealer.settle(manifestAccess(await start(), mirror), mirror, id);
      if (isWantedBack) await edit([{ kind: 'change', id, values: { deleted_at: null } }]);
      await puller.pull(mirror);
    },
  };
}
