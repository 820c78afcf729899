import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenNear } from '../scene/when-near.ts';
import type { LetterContent } from './letter-content.ts';

type Given = { readonly letter: LetterContent };

const load = () => import('./letter.tsx').then(({ Letter }) => Letter);
const Loaded = lazy(() => load().then((Letter) => ({ default: Letter })));

/**
 * Where the letter stands. The first page keeps the markup that the server made, and fetches the letter's code once the visitor comes
 * near it, so that no visit pays for what lies at the page's end. If it does not come, the address can still be read and selected.
 */
export function LetterPlace({ letter }: Given) {
  const element = useRef<HTMLDivElement>(null);
  const arrivedWithPage = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  const [isKept] = useState(arrivedWithPage && typeof document !== 'undefined');
  const [Live, setLive] = useState<ComponentType<Given>>();
  useEffect(() => {
    if (!isKept || element.current === null) return undefined;
    return whenNear(element.current, () => {
      load().then(
        (Letter) => setLive(() => Letter),
        () => undefined,
      );
    });
  }, [isKept]);
  if (isKept && Live === undefined) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: by this React leaves the server's markup as it is.
    return <div key="kept" ref={element} className="letter-place" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  }
  return (
    <div key="made" className="letter-place">
      {Live === undefined ? (
        <Suspense fallback={null}>
          <Loaded letter={letter} />
        </Suspense>
      ) : (
        <Live letter={letter} />
      )}
    </div>
  );
}
