import { useSyncExternalStore } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { admission } from '../session/admission.ts';
import { asOfText } from '../vault/away/as-of-text.ts';

/** Of when it is what the page shows, in milliseconds since 1970: it was opened without the server. */
export function AsOf({ atMs }: { readonly atMs: number }) {
  return <StatusMark kind="warning">{asOfText(atMs, browserTimer.nowMs())}</StatusMark>;
}

/** The same of a page that the vault's own state says nothing of; nothing once the server has answered. */
export function AsOfOpening() {
  const away = useSyncExternalStore(admission.subscribe, admission.away, () => undefined);
  return away === undefined ? null : <AsOf atMs={away.asOfMs} />;
}
