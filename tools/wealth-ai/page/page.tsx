import { useCallback } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { moneyCollection } from '../../../web/app/domains/money/money.collection.ts';
import { WhatIsSealed } from '../../../web/app/domains/records/sealing/what-is-sealed.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { wealthAi } from '../manifest.ts';
import { SealedMoney } from './sealed-money.tsx';

export const meta = unlistedHead(wealthAi);

/** The owner's money. Whatever is readable stands in a root of its own, which a lock drops. */
export default function WealthPage() {
  const draw = useCallback(() => <SealedMoney />, []);
  return (
    <ToolFrame tool={wealthAi} kept={<WhatIsSealed of={[moneyCollection]} />} summary="Accounts, ledger and forecast.">
      <SecretRoot draw={draw} />
    </ToolFrame>
  );
}
