import { EnvelopeSimpleIcon } from '@castellan/icons/things/envelope-simple';
import { type MouseEvent, useState } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useCopyFeedback } from '../../domains/contact/copy-feedback.ts';
import { useMailAddress } from '../../domains/contact/mail-link.tsx';
import { ManualCopyDialog } from '../../domains/contact/manual-copy-dialog.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';

/**
 * The first choice: copies the address when pressed, and leads to the visitor's own mail program. The address is text that
 * can be selected, its sign between two parts; the link to it is made here, so that the page as it is sent holds none that a
 * program would find.
 */
export function EmailCard({ mailbox, mailHost }: { readonly mailbox: string; readonly mailHost: string }) {
  const showToast = useToast();
  const [refused, setRefused] = useState<string>();
  const { copied, copy } = useCopyFeedback(setRefused);
  const mail = useMailAddress({ mailbox, mailHost });
  const address = `${mailbox}@${mailHost}`;
  const copyAddress = async () => {
    if (await copy(address)) {
      showToast({ title: 'Email copied!', description: 'The email address has been copied to your clipboard.' });
    }
  };
  const copyByCard = (event: MouseEvent<HTMLElement>) => {
    const pressed = event.target instanceof Element ? event.target.closest('a, button') : null;
    // The address can be selected as text, and the way to write is no way to copy.
    const isSelecting = document.getSelection()?.isCollapsed === false;
    if (pressed instanceof HTMLAnchorElement || (pressed === null && isSelecting)) return;
    void copyAddress();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it is the same for keys. */}
      <div className="h-full" onClick={copyByCard}>
        <ChannelCard
          drawing={EnvelopeSimpleIcon}
          name="Email"
          description={
            <span className="text-[1.5rem] leading-tight font-medium wrap-anywhere text-ink">
              {mailbox}
              <span>@</span>
              {mailHost}
            </span>
          }
        >
          {/* The row has its height before the link is there, so that nothing moves when it comes. */}
          <div className="with-script flex min-h-12 flex-wrap items-center gap-3">
            <button type="button" aria-label={copied ? 'Email: Copied!' : 'Email: Copy'} className={buttonClass('primary')}>
              {copied ? 'Copied!' : 'Copy'}
            </button>
            <a {...mail} className={buttonClass('ghost')}>
              Write
              <VisuallyHidden> an e-mail</VisuallyHidden>
            </a>
          </div>
          <WithoutScript>Select the address to copy it.</WithoutScript>
        </ChannelCard>
      </div>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
