import type { MailParts } from '@castellan/content/mail-parts';
import { useInBrowser } from '../../ui/hooks/use-in-browser.ts';

/** Where the address of a link to the mail program goes, once a browser draws it: what is sent to everybody holds none that a program would find. */
export function useMailAddress({ mailbox, mailHost }: MailParts): { readonly href?: string } {
  return useInBrowser() ? { href: `mailto:${encodeURIComponent(mailbox)}@${mailHost}` } : {};
}

/** The owner's address as text that can be selected, which leads to the mail program once a browser draws it. */
export function MailLink({ mailbox, mailHost, className }: MailParts & { readonly className?: string }) {
  return (
    <a {...useMailAddress({ mailbox, mailHost })} className={className}>
      {mailbox}
      <wbr />
      <span>@</span>
      {mailHost}
    </a>
  );
}
