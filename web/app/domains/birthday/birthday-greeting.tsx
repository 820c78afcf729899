import { GiftIcon } from '@castellan/icons/things/gift';
import { Link } from 'react-router';
import { QuietButton } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMotion } from '../motion/motion.tsx';
import { type Birthday, birthdayPhase, timeLeft } from './birthday-phase.ts';
import { Sparkles } from './sparkles.tsx';
import { useBirthdayClock } from './use-birthday-clock.ts';

type BirthdayGreetingProps = Birthday & {
  /** On the home page it leads to the wishlist; on the wishlist it has the switch that home has elsewhere. */
  readonly place: 'home' | 'wishlist';
};

/** The birthday's month: the way to the wishlist, the countdown, and on the day the greeting. After the day only the way stays. */
export function BirthdayGreeting({ place, ...birthday }: BirthdayGreetingProps) {
  const { paused, togglePaused } = useMotion();
  const nowMs = useBirthdayClock(birthday, !paused);
  const { kind, untilMs } = birthdayPhase(nowMs, birthday);
  if (kind === 'outside') return null;
  return (
    <>
      {place === 'home' ? <WishlistButton /> : null}
      {kind === 'countdown' ? <Countdown untilMs={untilMs} nowMs={nowMs} birthday={birthday} /> : null}
      {kind === 'day' ? (
        <p role="status" className="birthday-text lettering">
          HAPPY BIRTHDAY TO ME
        </p>
      ) : null}
      {place === 'wishlist' && kind === 'countdown' ? (
        <QuietButton onClick={togglePaused}>{paused ? 'Play motion' : 'Pause motion'}</QuietButton>
      ) : null}
    </>
  );
}

function WishlistButton() {
  return (
    <Link to="/wishlist" className={`${buttonClass('ghost')} birthday-button`}>
      <Icon drawing={GiftIcon} />
      Wishlist
      <Sparkles count={12} />
    </Link>
  );
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

function Countdown({ untilMs, nowMs, birthday }: { readonly untilMs: number; readonly nowMs: number; readonly birthday: Birthday }) {
  const left = timeLeft(untilMs, nowMs);
  return (
    <div role="timer" aria-live="off" aria-label={`Countdown to ${dayName(birthday)}`} className="countdown">
      {units.map((unit) => (
        <span key={unit} className="countdown-unit">
          <span className="countdown-value lettering">{String(left[unit]).padStart(2, '0')}</span>{' '}
          <span className="countdown-label">{unit}</span>
        </span>
      ))}
    </div>
  );
}

/** Such as `30 June`. */
function dayName({ month, day }: Birthday): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, month - 1, day));
}
