import { useState } from 'react';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { QuietButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { type FeedToken, revokeFeedToken } from './feed-client.ts';

type TokenListProps = {
  readonly tokens: readonly FeedToken[];
  /** A token was revoked: what is shown is to be asked for again. */
  readonly onChange: () => void;
};

const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** A moment of the server's, on this device's clock. */
export function momentText(at: string): string {
  return moments.format(Date.parse(at));
}

/** The tokens of the health feed: what each is called, when it last brought something, and the way to revoke it. */
export function TokenList({ tokens, onChange }: TokenListProps) {
  const [asked, setAsked] = useState<FeedToken>();
  const show = useToast();
  const revoke = async ({ id }: FeedToken) => {
    const revoked = await revokeFeedToken(id);
    setAsked(undefined);
    if (revoked.ok) show({ title: 'Token revoked' });
    else show({ title: 'Not revoked', description: 'The server did not answer. The token still works: try again.', tone: 'alert' });
    onChange();
  };
  if (tokens.length === 0) return <p className="text-muted">There is no token yet.</p>;
  return (
    <>
      <ul aria-label="Tokens" className="grid">
        {tokens.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 border-hairline border-t py-2 first:border-t-0">
            <span className="min-w-0">
              <span className="font-medium wrap-anywhere">{token.name}</span>
              <span className="block text-sm text-muted">{standing(token)}</span>
            </span>
            {token.revoked_at === null ? (
              <QuietButton className="-mx-2" aria-label={`Revoke ${token.name}`} onClick={() => setAsked(token)}>
                Revoke
              </QuietButton>
            ) : null}
          </li>
        ))}
      </ul>
      <AlertDialog
        open={asked !== undefined}
        title="Revoke this token?"
        description={`What has “${asked?.name ?? ''}” can send nothing any more. Values that it sent stay.`}
        confirm={{ label: 'Revoke', destroys: true, onConfirm: () => void (asked && revoke(asked)) }}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function standing({ created_at, last_used_at, revoked_at }: FeedToken): string {
  if (revoked_at !== null) return `Revoked ${momentText(revoked_at)}`;
  const made = `Made ${momentText(created_at)}`;
  return last_used_at === null ? `${made}. Not used yet.` : `${made}. Last used ${momentText(last_used_at)}.`;
}
