import { type Birthday, sealEndsMs } from '../../../domains/birthday/birthday-phase.ts';
import type { Thanks } from '../../../domains/wishes/owner-wishes.ts';
import { browserTimer } from '../../../lib/clock.ts';

/** Says what is kept from the owner, by whom and until when. */
export function SealNote({ birthday }: { readonly birthday: Birthday }) {
  const ends = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: birthday.timeZone });
  return (
    <p className="mb-6 max-w-[44rem] text-muted">
      {`Who promised what is hidden from you by the database until your next birthday is over, ${ends.format(sealEndsMs(browserTimer.nowMs(), birthday))} (${birthday.timeZone}): no request of yours reveals it. A window in which you are not signed in shows what every visitor sees, so do not look.`}
    </p>
  );
}

/** Whom to thank for what. */
export function ThankYouList({ thanks, timeZone }: { readonly thanks: readonly Thanks[]; readonly timeZone: string }) {
  if (thanks.length === 0) return null;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  return (
    <section aria-labelledby="thanks" className="mt-8">
      <h3 id="thanks" className="lettering mb-3 text-lg font-semibold tracking-normal">
        Thank you
      </h3>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {thanks.map(({ id, display_name, wish_title, quantity, claimed_at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <span>
              <span className="font-semibold">{display_name}</span>
              {` promised “${wish_title}”${quantity === 1 ? '' : `, ${quantity} of it`}`}
            </span>
            <span className="text-muted">{day.format(Date.parse(claimed_at))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
