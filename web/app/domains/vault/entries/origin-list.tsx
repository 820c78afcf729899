import { useRef, useState } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';

type OriginListProps = {
  readonly origins: readonly string[];
  /** Answers whether it was removed. */
  readonly onRemove: (origin: string) => Promise<boolean>;
};

/** Where an entry's values may be sent, each to be taken back. The next use is asked about again. */
export function OriginList({ origins, onRemove }: OriginListProps) {
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string>();
  const [said, setSaid] = useState<{ readonly failed: boolean; readonly origin: string }>();
  const list = useRef<HTMLDivElement>(null);
  const left = origins.filter((origin) => !removed.includes(origin));
  const remove = async (origin: string) => {
    setBusy(origin);
    const isRemoved = await onRemove(origin);
    setBusy(undefined);
    setSaid({ failed: !isRemoved, origin });
    if (!isRemoved) return;
    setRemoved((before) => [...before, origin]);
    // The button that had the focus is gone.
    list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1} className="min-w-0">
      <ul>
        {left.map((origin) => (
          <li key={origin} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 font-mono text-sm wrap-anywhere" translate="no">
              {origin}
            </span>
            <QuietButton aria-label={`Remove ${origin}`} busy={busy === origin} onClick={() => void remove(origin)}>
              Remove
            </QuietButton>
          </li>
        ))}
      </ul>
      <div role="status" className="text-sm">
        {said === undefined ? null : said.failed ? (
          <StatusMark kind="failure">{`${said.origin} is still allowed: the vault could not be saved.`}</StatusMark>
        ) : (
          <StatusMark kind="success">{`${said.origin} is no longer allowed. The next use asks.`}</StatusMark>
        )}
      </div>
    </div>
  );
}
