import { useState } from 'react';
import { OriginList } from '../../../../web/app/domains/vault/entries/origin-list.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { VaultSource } from './vault-values.ts';

type AllowedOriginsProps = {
  readonly source: VaultSource;
  readonly entryId: string;
  /** What gets the value, as the labels of the page say it. */
  readonly label: string;
};

/** Where the values of a chosen entry may be sent. They are sealed with the entry, and read when they are asked for. */
export function AllowedOrigins({ source, entryId, label }: AllowedOriginsProps) {
  const [shown, setShown] = useState<'closed' | 'reading' | 'unreadable' | readonly string[]>('closed');
  const toggle = async () => {
    if (shown !== 'closed') return setShown('closed');
    setShown('reading');
    const origins = await source.allowedOrigins(entryId);
    setShown(origins.ok ? origins.value : 'unreadable');
  };
  return (
    <div>
      <button
        type="button"
        aria-expanded={shown !== 'closed'}
        aria-label={`Where it may be sent, ${label}`}
        className="target text-sm text-muted hover:text-ink"
        onClick={() => void toggle()}
      >
        Where it may be sent
      </button>
      {shown === 'closed' ? null : (
        <div role="status" className="text-sm">
          {shown === 'reading' ? <p className="text-muted">Reading</p> : null}
          {shown === 'unreadable' ? <StatusMark kind="warning">The entry cannot be read.</StatusMark> : null}
          {typeof shown === 'object' && shown.length === 0 ? (
            <p className="text-muted">Nowhere yet. You are asked when it is first sent.</p>
          ) : null}
        </div>
      )}
      {typeof shown === 'object' && shown.length > 0 ? (
        <OriginList origins={shown} onRemove={async (origin) => (await source.disallow(entryId, origin)).ok} />
      ) : null}
    </div>
  );
}
