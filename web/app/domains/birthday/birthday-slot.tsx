import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { BirthdayGreeting } from './birthday-greeting.tsx';
import type { Birthday } from './birthday-phase.ts';

// Fetched in the birthday's month only.
const Greeting = lazy(() => import('./birthday-greeting.tsx').then((file) => ({ default: file.BirthdayGreeting })));

/**
 * Where the birthday's month puts its countdown, and nothing in any other. What the server sends is empty all year; the
 * script in the head has marked the month, by which the style sheet keeps the room free before the first paint. Only the owner's pages have
 * no such script: whoever comes from one gets the mark here.
 */
export function BirthdaySlot(greeting: ComponentProps<typeof BirthdayGreeting>) {
  const [marked, setMarked] = useState(false);
  const { month, day, timeZone } = greeting;
  useEffect(() => {
    const { dataset } = document.documentElement;
    const phase = dataset['birthday'] ?? phaseToday({ month, day, timeZone });
    if (phase !== undefined) dataset['birthday'] = phase;
    setMarked(phase !== undefined);
  }, [month, day, timeZone]);
  return (
    <div className={`birthday-slot birthday-on-${greeting.place}`}>
      {marked ? (
        <Suspense fallback={null}>
          <Greeting {...greeting} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** As the script in the head finds it. */
function phaseToday({ month, day, timeZone }: Birthday): string | undefined {
  const today = new Date().toLocaleDateString('en-US', { timeZone, month: 'numeric', day: 'numeric' });
  const [ofMonth, ofDay = 0] = today.split('/').map(Number);
  if (ofMonth !== month) return undefined;
  return ofDay < day ? 'countdown' : ofDay === day ? 'day' : 'after';
}
