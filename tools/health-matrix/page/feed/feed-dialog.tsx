import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { FeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { momentText, TokenList } from '../../../../web/app/domains/health-feed/token-list.tsx';
import { useCollection } from '../../../../web/app/domains/records/use-collection.ts';
import { Button, GhostButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { undoTool } from '../undo-tool.ts';
import { feedKeeping } from './feed-keeping.ts';
import { feedKeys } from './feed-keys.ts';
import { feedFailureText } from './feed-words.ts';
import { HowToSend } from './how-to-send.tsx';
import { makeToken } from './publish-key.ts';

const ProofDialog = lazy(() =>
  import('../../../../web/app/domains/session/proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })),
);

type FeedDialogProps = {
  /** `undefined` while it is not known. */
  readonly feed: FeedState | undefined;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
};

/** How a phone sends values here: tokens, what to send and where, and what came last. */
export default function FeedDialog({ feed, again, onClose }: FeedDialogProps) {
  const { state } = useCollection(feedKeys, `${undoTool} feed`);
  const [name, setName] = useState('');
  const [token, setToken] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isProofAsked, setProofAsked] = useState(false);
  const isReady = feed !== undefined && state.status === 'ready' && state.link === 'reachable';
  const make = async () => {
    setFault(undefined);
    if (!isReady) return setFault('The server does not answer, so no token can be made now.');
    const called = name.trim();
    if (called === '') return setFault('Say what will send with it, such as “Phone”.');
    const made = await makeToken(called, [...state.rows, ...state.removed], feed.public_key);
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
        </p>
        <CheckField
          className="mt-2"
          label="Keep values without asking"
          hint="On this device, each time that Health Matrix is open. Otherwise they are shown, and kept by a press."
          checked={useSyncExternalStore(feedKeeping.subscribe, feedKeeping.read) !== undefined}
          onChecked={(isOn) => (isOn ? feedKeeping.write('by itself') : feedKeeping.clear())}
        />
        <h3 className="mt-5 mb-2 font-semibold">Tokens</h3>
        {feed === undefined ? null : <TokenList tokens={feed.tokens} onChange={() => void again()} />}
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
