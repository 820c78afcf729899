import { useCallback } from 'react';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { moneyCollection } from '../../../web/app/domains/money/money.collection.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { paydayFun } from '../manifest.ts';
import { payPlansCollection } from './plan/pay-plans.collection.ts';
import { SealedPayday } from './sealed-payday.tsx';

export const meta = unlistedHead(paydayFun);

const keeps = [payPlansCollection, moneyCollection];

/** The owner's paydays. Whatever is readable stands in a root of its own, which a lock drops. */
export default function PaydayPage() {
  const draw = useCallback(() => <SealedPayday />, []);
  return (
    <OwnerPage tool={paydayFun} keeps={keeps}>
      <SecretRoot draw={draw} />
    </OwnerPage>
  );
}
