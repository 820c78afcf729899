import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/ssr/EnvelopeSimple';
import { useState, useSyncExternalStore } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useCopyFeedback } from '../../domains/contact/copy-feedback.ts';
import { ManualCopyDialog } from '../../domains/contact/manual-copy-dialog.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';

/**
 * Copies the address when pressed, and leads to the visitor's own mail program. The address is text that can be selected, its
 * sign between two parts; the link to it is made here, so that the page as it is sent holds none that a program would find.
 */
export function EmailCard({ mailbox, mailHost }: { readonly mailbox: string; readonly mailHost: string }) {
  const showToast = useToast();
  const [refused, setRefused] = useState<string>();
  const { copy } = useCopyFeedback(setRefused);
  const isRunning = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const address = `${mailbox}@${mailHost}`;
  const copyAddress = async () => {
    if (await copy(address)) {
      showToast({ title: 'Email copied!', description: 'The email address has been copied to your clipboard.' });
    }
  };
  return (
    <>
      <ChannelCard
        drawing={EnvelopeSimpleIcon}
        name="Email"
        description={
          <span className="break-all">
            {mailbox}
            <span>@</span>
            {mailHost}
          </span>
        }
      >
        <div className="with-script -mt-4 flex flex-wrap items-center gap-x-5 text-sm text-copper">
          <button type="button" className="channel-cover target text-start" onClick={() => void copyAddress()}>
            <VisuallyHidden>Email: </VisuallyHidden>
            Click to copy
          </button>
          {isRunning ? (
            <a
              href={`mailto:${encodeURIComponent(mailbox)}@${mailHost}`}
              className="target relative inline-flex items-center underline-offset-4"
            >
              Write an e-mail
            </a>
          ) : null}
        </div>
        <WithoutScript>Select the address to copy it.</WithoutScript>
      </ChannelCard>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
