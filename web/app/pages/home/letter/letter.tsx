import { useState } from 'react';
import { useCopyFeedback } from '../../../domains/contact/copy-feedback.ts';
import { MailLink, useMailAddress } from '../../../domains/contact/mail-link.tsx';
import { ManualCopyDialog } from '../../../domains/contact/manual-copy-dialog.tsx';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { useInBrowser } from '../../../ui/hooks/use-in-browser.ts';
import { useNow } from '../../../ui/use-now.ts';
import { WithoutScript } from '../../../ui/without-script.tsx';
import type { LetterContent } from './letter-content.ts';
import { type OwnerTime, ownerTimeAt } from './owner-time.ts';
import { Stamp } from './stamp.tsx';

/**
 * The page's close: the owner's address, to be written to or copied, and what helps to write at the right time and safely. The
 * links to the mail program are made here, so that the page as it is sent holds none that a program would find; their room is there
 * from the start.
 */
export function Letter({ letter }: { readonly letter: LetterContent }) {
  const isRunning = useInBrowser();
  const mail = useMailAddress(letter);
  return (
    <article className="letter" aria-labelledby="letter-address">
      <div className="letter-text">
        <p className="text-sm text-copper">Or write a letter</p>
        <h3 id="letter-address" className="lettering letter-address" translate="no">
          <MailLink mailbox={letter.mailbox} mailHost={letter.mailHost} className="hover:text-copper" />
        </h3>
        <div className="letter-ways with-script mt-5 flex flex-wrap gap-3">
          <a {...mail} data-press="write" className={`${buttonClass('primary')} max-md:px-2!`}>
            Write an e-mail
          </a>
          <CopyButton address={`${letter.mailbox}@${letter.mailHost}`} />
        </div>
        <WithoutScript>Select the address to copy it.</WithoutScript>
        <Facts letter={letter} isRunning={isRunning} />
      </div>
      <div className="letter-stamp">{isRunning ? <Postmarked letter={letter} /> : <Stamp letter={letter} postmark={undefined} />}</div>
    </article>
  );
}

function CopyButton({ address }: { readonly address: string }) {
  const [refused, setRefused] = useState<string>();
  const { copied, copy } = useCopyFeedback(setRefused);
  return (
    <>
      <button
        type="button"
        data-press="copy"
        className={`${buttonClass('ghost')} letter-copy max-md:px-2!`}
        onClick={() => void copy(address)}
      >
        <span className={copied ? 'invisible' : undefined}>Copy address</span>
        <span role="status" className="absolute inset-0 grid place-items-center">
          {copied ? 'Copied' : ''}
        </span>
      </button>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}

function Facts({ letter, isRunning }: { readonly letter: LetterContent; readonly isRunning: boolean }) {
  const { language } = useOwnerFacts();
  const { place, zoneName, availability, pgp } = letter;
  return (
    <dl className="letter-facts">
      <div>
        <dt className="text-sm text-muted">{place}</dt>
        <dd className="min-h-12 font-semibold">{isRunning ? <LocalTime letter={letter} /> : zoneName}</dd>
      </div>
      {availability === undefined ? null : (
        <div>
          <dt className="text-sm text-muted">Availability</dt>
          <dd {...writtenIn(language)} className="font-semibold">
            {availability}
          </dd>
        </div>
      )}
      {pgp === undefined ? null : (
        <div>
          <dt className="text-sm text-muted">PGP</dt>
          <dd className="font-mono text-sm font-semibold" translate="no">
            {pgp.href === undefined ? (
              pgp.id
            ) : (
              <a href={pgp.href} className="home-link">
                {pgp.id}
              </a>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

function useOwnerTime(timeZone: string): OwnerTime {
  const nowMs = useNow(60_000);
  return ownerTimeAt(nowMs, timeZone, -new Date(nowMs).getTimezoneOffset());
}

function LocalTime({ letter: { timeZone } }: { readonly letter: LetterContent }) {
  const { time, difference } = useOwnerTime(timeZone);
  return (
    <>
      {time} now <span className="block text-sm font-normal text-muted">{difference}</span>
    </>
  );
}

function Postmarked({ letter }: { readonly letter: LetterContent }) {
  return <Stamp letter={letter} postmark={useOwnerTime(letter.timeZone)} />;
}
