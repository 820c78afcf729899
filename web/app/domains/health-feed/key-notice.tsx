import { lazy, Suspense, useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { GhostButton } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { browserVault } from '../vault/browser-vault.client.ts';
import { judgeFeed, publishOwnKey } from '../vault/checks/feed-key.ts';
import type { VaultCore } from '../vault/session/store-core.ts';
import type { FeedState } from './feed-client.ts';
import { feedFailureText } from './feed-words.ts';
import { type FeedKeyVerdict, isSound } from './judge-feed-key.ts';

const ProofDialog = lazy(() => import('../session/proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })));

type KeyNoticeProps = {
  readonly core: VaultCore;
  readonly verdict: FeedKeyVerdict;
  /** Asks the server again how the feed stands. */
  readonly again: () => Promise<void>;
};

/** What is wrong with the published key, and the way to publish this vault's; nothing where it is as it should be. The vault is open. */
export function KeyNotice({ core, verdict, again }: KeyNoticeProps) {
  const [isProofAsked, setProofAsked] = useState(false);
  const toast = useToast();
  if (isSound(verdict)) return null;
  const publish = async () => {
    const done = await publishOwnKey(core);
    if (!done.ok && done.failure.code === 'proof') return setProofAsked(true);
    if (done.ok) toast({ title: 'Key published' });
    else toast({ title: 'Not published', description: feedFailureText(done.failure), tone: 'alert' });
    await again();
  };
  return (
    <div className="mb-5">
      <StatusMark kind={verdict === 'exchanged' ? 'failure' : 'warning'}>
        {verdict === 'exchanged'
          ? 'The server seals what your phone sends to a key that is none of this vault’s. Publish this vault’s key, and revoke tokens that you do not know.'
          : 'The server seals what your phone sends to a key from before the vault’s key was rotated. Publish a new one.'}
        <span className="mt-2 block">
          <GhostButton onWork={publish}>{verdict === 'exchanged' ? 'Publish this vault’s key' : 'Publish a new key'}</GhostButton>
        </span>
      </StatusMark>
      {isProofAsked ? (
        <Suspense>
          <ProofDialog
            open
            description="What your phone sends will be sealed to the key that you publish."
            onAnswer={(isGiven) => {
              setProofAsked(false);
              if (isGiven) void publish();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The same where nobody has judged the key yet. */
export default function JudgedKeyNotice({ feed, again }: { readonly feed: FeedState; readonly again: () => Promise<void> }) {
  const [verdict, setVerdict] = useState<FeedKeyVerdict>('none');
  const { core } = browserVault();
  useEffect(() => whileWanted(judgeFeed(core, feed), (stands) => setVerdict(stands === undefined ? 'none' : stands.verdict)), [core, feed]);
  return <KeyNotice core={core} verdict={verdict} again={again} />;
}
