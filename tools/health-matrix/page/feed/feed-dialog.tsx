import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { FeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { feedFailureText } from '../../../../web/app/domains/health-feed/feed-words.ts';
import { makeToken } from '../../../../web/app/domains/health-feed/publish-key.ts';
import { momentText, TokenList } from '../../../../web/app/domains/health-feed/token-list.tsx';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import type { VaultCore } from '../../../../web/app/domains/vault/session/store-core.ts';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { FeedInHand } from '../health-context.ts';
import { feedKeeping } from './feed-keeping.ts';
import { HowToSend } from './how-to-send.tsx';

const ProofDialog = lazy(() =>
  import('../../../../web/app/domains/session/proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })),
);

type FeedDialogProps = {
  /** The opened vault: this browser's, unless another is handed in. */
  readonly core?: VaultCore;
  readonly feed: FeedInHand;
  readonly onClose: () => void;
};

/** How a phone sends values here: tokens, what to send and where, and what came last. */
export default function FeedDialog({ core = browserVault().core, feed: { state: feed, isUnanswered, again }, onClose }: FeedDialogProps) {
  const [name, setName] = useState('');
  const [token, setToken] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isProofAsked, setProofAsked] = useState(false);
  const make = async () => {
    setFault(undefined);
    const called = name.trim();
    if (called === '') return setFault('Say what will send with it, such as “Phone”.');
    const made = await makeToken(core, called);
    await again();
    if (!made.ok && made.failure.code === 'proof') return setProofAsked(true);
    if (!made.ok) return setFault(feedFailureText(made.failure));
    setToken(made.value);
    setName('');
  };
  return (
    <>
      <Dialog
        open={!isProofAsked}
        wide
        title="Feed from a phone"
        description="A phone or a script sends values with a token. The server seals each as it arrives: only this vault opens it."
        onClose={onClose}
        actions={<GhostButton onClick={onClose}>Close</GhostButton>}
      >
        <p role="status" className="empty:hidden">
          {feed === undefined ? null : <StatusMark kind="info">{standing(feed)}</StatusMark>}
          {isUnanswered ? <StatusMark kind="warning">The server did not answer. What is shown may be old.</StatusMark> : null}
        </p>
        {isUnanswered ? (
          <QuietButton className="-ml-2" onWork={again}>
            Try again
          </QuietButton>
        ) : null}
        <CheckField
          className="mt-2"
          label="Keep values without asking"
          hint="On this device, each time that Health Matrix is open. Otherwise they are shown, and kept by a press."
          checked={useSyncExternalStore(feedKeeping.subscribe, feedKeeping.read) !== undefined}
          onChecked={(isOn) => (isOn ? feedKeeping.write('by itself') : feedKeeping.clear())}
        />
        <h3 className="mt-5 mb-2 font-semibold">Tokens</h3>
        {feed === undefined ? (
          <p className="text-muted">{isUnanswered ? 'Not known.' : 'Asking the server.'}</p>
        ) : (
          <TokenList tokens={feed.tokens} onChange={() => void again()} />
        )}
        <div className="mt-3 flex flex-wrap items-start gap-3">
          <TextField
            label="Name of the sender"
            className="w-60"
            maxLength={60}
            autoComplete="off"
            value={name}
            error={fault}
            onValue={setName}
          />
          <Button className="sm:mt-7" onWork={make}>
            Make a token
          </Button>
        </div>
        <HowToSend token={token} />
      </Dialog>
      {isProofAsked ? (
        <Suspense>
          <ProofDialog
            open
            description="Anyone who has the token can send values here."
            onAnswer={(isGiven) => {
              setProofAsked(false);
              if (isGiven) void make();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function standing({ last_at, waiting }: FeedState): string {
  const came = last_at === null ? 'Nothing was received yet' : `Last value received ${momentText(last_at)}`;
  return waiting === 0 ? `${came}.` : `${came}. ${waiting === 1 ? '1 value waits' : `${waiting.toLocaleString('en-GB')} values wait`}.`;
}
