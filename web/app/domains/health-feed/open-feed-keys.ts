import { type Result, succeed } from '@castellan/foundation/result';
import type { VaultSealer } from '../records/sealer.ts';
import type { SealedFeedKey } from './feed-client.ts';
import { type FeedKey, feedKeySchema } from './feed-keys.ts';
import { healthFeedKeysCollection } from './health-feed-keys.collection.ts';

/** Opens key pairs; one that does not open, or holds none, is left out, so that what is sealed to it counts as sealed to a foreign key. */
export async function openFeedKeys(
  { open }: Pick<VaultSealer, 'open'>,
  rows: readonly SealedFeedKey[],
): Promise<Result<readonly FeedKey[], { readonly code: 'locked' }>> {
  const opened = await open(
    rows.map(({ id, version, sealed }) => ({
      place: { class: 'row', collection: healthFeedKeysCollection.name, id, version },
      text: sealed,
    })),
  );
  if (!opened.ok) return opened;
  return succeed(
    opened.value.flatMap((one) => {
      const read = one.ok ? feedKeySchema.safeParse(one.value) : undefined;
      return read?.success === true ? [read.data] : [];
    }),
  );
}
