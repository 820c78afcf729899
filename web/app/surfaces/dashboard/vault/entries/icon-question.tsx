import { useSyncExternalStore } from 'react';
import { storedSiteIcons } from '../../../../domains/vault/entries/icon-choice.ts';
import { iconHostOf } from '../../../../domains/vault/entries/icon-host.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { Notice } from '../vault-notice.tsx';

/** The question about site icons: once, before the first request, and only where an entry leads to a site. */
export function IconQuestion({ state: { tier, kind, items } }: { readonly state: OpenState }) {
  const { actions } = useVault();
  const isAnswered = useSyncExternalStore(storedSiteIcons.subscribe, hasAnswer, () => true);
  const [host] = items.flatMap(({ details }) => (details.trashedAt === null ? (iconHostOf(details.url) ?? []) : []));
  if (isAnswered || tier !== 'secrets' || kind !== 'present' || host === undefined) return null;
  const answer = (isWanted: boolean) => {
    storedSiteIcons.write(isWanted);
    if (isWanted) actions.wantAllIcons();
  };
  return (
    <Notice>
      <p className="max-w-prose py-1.5">
        {`Show site icons? Your server then asks its icon service once for each site by name, such as ${host}. The service sees your server’s request, nothing about you. Until then a letter is shown.`}
      </p>
      <span className="flex gap-x-3">
        <QuietButton onClick={() => answer(true)}>Show icons</QuietButton>
        <QuietButton onClick={() => answer(false)}>Letters only</QuietButton>
      </span>
    </Notice>
  );
}

function hasAnswer(): boolean {
  return storedSiteIcons.read() !== undefined;
}
