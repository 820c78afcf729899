import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { BirthdayGreeting } from './birthday-greeting.tsx';

// Fetched in the birthday's month only.
const Greeting = lazy(() => import('./birthday-greeting.tsx').then((file) => ({ default: file.BirthdayGreeting })));

/**
 * Where the birthday's month puts its countdown, and nothing in any other. What the server sends is empty all year; the
 * script in the head has marked the month, by which the style sheet keeps the room free before the first paint.
 */
export function BirthdaySlot(greeting: ComponentProps<typeof BirthdayGreeting>) {
  const [marked, setMarked] = useState(false);
  useEffect(() => setMarked('birthday' in document.documentElement.dataset), []);
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
