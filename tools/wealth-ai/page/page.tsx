import { useCallback } from 'react';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { moneyCollection } from '../../../web/app/domains/money/money.collection.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { wealthAi } from '../manifest.ts';
import { SealedMoney } from './sealed-money.tsx';

export const meta = unlistedHead(wealthAi);

const keeps = [moneyCollection];

/** The owner's money. Whatever is readable stands in a root of its own, which a lock drops. */
export default function WealthPage() {
  const draw = useCallback(() => <SealedMoney />, []);
  return (
    <OwnerPage tool={wealthAi} keeps={keeps} note="Accounts, ledger and forecast">
      <SecretRoot draw={draw} />
    </OwnerPage>
  );
}
