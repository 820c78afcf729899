import { useCallback } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { moneyCollection } from '../../../web/app/domains/money/money.collection.ts';
import { WhatIsSealed } from '../../../web/app/domains/records/sealing/what-is-sealed.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { paydayFun } from '../manifest.ts';
import { payPlansCollection } from './plan/pay-plans.collection.ts';
import { SealedPayday } from './sealed-payday.tsx';

export const meta = unlistedHead(paydayFun);

/** The owner's paydays. Whatever is readable stands in a root of its own, which a lock drops. */
export default function PaydayPage() {
  const draw = useCallback(() => <SealedPayday />, []);
  return (
    <ToolFrame
      tool={paydayFun}
      kept={<WhatIsSealed of={[payPlansCollection, moneyCollection]} />}
      summary="The next payday, and what there is until then."
    >
      <SecretRoot draw={draw} />
    </ToolFrame>
  );
}
