import { useCallback } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { wealthAi } from '../manifest.ts';
import { SealedMoney } from './sealed-money.tsx';

export function meta() {
  return [{ title: wealthAi.title }, { name: 'robots', content: 'noindex' }];
}

/** The owner's money. Whatever is readable stands in a root of its own, which a lock drops. */
export default function WealthPage() {
  const draw = useCallback(() => <SealedMoney />, []);
  return (
    <ToolFrame tool={wealthAi} summary="Accounts, ledger and forecast, sealed with the vault’s keys.">
      <SecretRoot draw={draw} />
    </ToolFrame>
  );
}
