import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/ssr/EnvelopeSimple';
import { useState } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useCopyFeedback } from '../../domains/contact/copy-feedback.ts';
import { ManualCopyDialog } from '../../domains/contact/manual-copy-dialog.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';

/** Copies the address when pressed. The sign between its two parts is drawn by the style sheet. */
export function EmailCard({ mailbox, mailHost }: { readonly mailbox: string; readonly mailHost: string }) {
  const showToast = useToast();
  const [refused, setRefused] = useState<string>();
  const { copy } = useCopyFeedback(setRefused);
  const copyAddress = async () => {
    if (await copy(`${mailbox}@${mailHost}`)) {
      showToast({ title: 'Email copied!', description: 'The email address has been copied to your clipboard.' });
    }
  };
  return (
    <>
      <ChannelCard
        drawing={EnvelopeSimpleIcon}
        name="Email"
        description={
          <>
            <span className="break-all">
              {mailbox}
              <span className="mail-host">{mailHost}</span>
            </span>
            <span className="mt-1 block text-sm text-copper">Click to copy</span>
          </>
        }
        onPress={() => void copyAddress()}
      />
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
