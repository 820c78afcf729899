import { useCallback } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { WhatIsSealed } from '../../../web/app/domains/records/sealing/what-is-sealed.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { healthMatrix } from '../manifest.ts';
import { healthMonthsCollection } from './health-months.collection.ts';
import { SealedHealth } from './sealed-health.tsx';

export const meta = unlistedHead(healthMatrix);

/** The owner's health. Whatever is readable stands in a root of its own, which a lock drops. */
export default function HealthPage() {
  const draw = useCallback(() => <SealedHealth />, []);
  return (
    <ToolFrame
      tool={healthMatrix}
      kept={<WhatIsSealed of={[healthMonthsCollection]} />}
      summary="Each day compared with your last four weeks. This is not a diagnosis."
    >
      <SecretRoot draw={draw} />
    </ToolFrame>
  );
}
