import { useCallback } from 'react';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { healthFeedKeysCollection } from '../../../web/app/domains/health-feed/health-feed-keys.collection.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { healthMatrix } from '../manifest.ts';
import { healthMonthsCollection } from './health-months.collection.ts';
import { SealedHealth } from './sealed-health.tsx';

export const meta = unlistedHead(healthMatrix);

const keeps = [healthMonthsCollection, healthFeedKeysCollection];

/** The owner's health. Whatever is readable stands in a root of its own, which a lock drops. */
export default function HealthPage() {
  const draw = useCallback(() => <SealedHealth />, []);
  return (
    <OwnerPage tool={healthMatrix} keeps={keeps} note="Each day compared with your last four weeks. This is not a diagnosis.">
      <SecretRoot draw={draw} />
    </OwnerPage>
  );
}
