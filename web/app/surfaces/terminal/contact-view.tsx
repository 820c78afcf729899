import { useState } from 'react';
import { useCopyFeedback } from '../../domains/contact/copy-feedback.ts';
import { MailLink } from '../../domains/contact/mail-link.tsx';
import { ManualCopyDialog } from '../../domains/contact/manual-copy-dialog.tsx';
import { type Table, valueText } from '../../domains/terminal/table.ts';
import { QuietButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import type { SiteContent } from './site-content.ts';
import { TerminalLink } from './terminal-link.tsx';

/** The ways to reach the owner. The e-mail address leads to the mail program and is copied, as on the contact page. */
export function ContactView({ table, mail }: { readonly table: Table; readonly mail: SiteContent['mail'] }) {
  const showToast = useToast();
  const [refused, setRefused] = useState<string>();
  const { copied, copy } = useCopyFeedback(setRefused);
  const copyAddress = async () => {
    if (mail !== undefined && (await copy(`${mail.mailbox}@${mail.mailHost}`))) {
      showToast({ title: 'Email copied!', description: 'The email address has been copied to your clipboard.' });
    }
  };
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-8 gap-y-1">
        {table.rows.map((row) => {
          const channel = valueText(row.get('channel'));
          const [value, link] = [valueText(row.get('value')), valueText(row.get('link'))];
          return (
            <div key={channel} className="contents">
              <dt className="text-copper">{channel}</dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-x-4 wrap-anywhere">
                {channel === 'Email' && mail !== undefined ? (
                  <MailLink {...mail} className="underline underline-offset-4 hover:text-copper" />
                ) : link === '' ? (
                  value
                ) : (
                  <TerminalLink address={link}>{value === '' ? undefined : value}</TerminalLink>
                )}
                {channel === 'Email' ? (
                  <QuietButton className="-ml-2 min-h-11 font-sans text-sm" onClick={() => void copyAddress()}>
                    {copied ? 'Copied!' : 'Copy address'}
                  </QuietButton>
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
