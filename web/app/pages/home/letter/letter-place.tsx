import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenNear } from '../scene/when-near.ts';
import type { LetterContent } from './letter-content.ts';

type Given = { readonly letter: LetterContent };

const load = () => import('./letter.tsx').then(({ Letter }) => Letter);
const Loaded = lazy(() => load().then((Letter) => ({ default: Letter })));

/** The controls of the markup that was kept which were pressed or had the focus, by their `data-press`. */
type Held = { readonly pressed?: string | undefined; readonly focused?: string | undefined };

/**
 * Where the letter stands. The first page keeps the markup that the server made, and fetches the letter's code once the visitor comes
 * near it, so that no visit pays for what lies at the page's end. A press before that fetches it at once, and is then done. If it does
 * not come, the address can still be read and selected.
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
  const held = useRef<Held>({});
  useEffect(() => {
    const kept = element.current;
    if (!isKept || kept === null) return undefined;
    const wake = () =>
      load().then(
        (Letter) => {
          held.current = { ...held.current, focused: controlOf(kept.contains(document.activeElement) ? document.activeElement : null) };
          setLive(() => Letter);
        },
        () => undefined,
      );
    const press = ({ target }: Event) => {
      const pressed = controlOf(target);
      if (pressed === undefined) return;
      held.current = { pressed };
      void wake();
    };
    kept.addEventListener('click', press);
    const stop = whenNear(kept, () => void wake());
    return () => {
      kept.removeEventListener('click', press);
      stop();
    };
  }, [isKept]);
  useEffect(() => {
    if (Live === undefined) return;
    const { pressed, focused } = held.current;
    held.current = {};
    controlCalled(element.current, focused)?.focus();
    controlCalled(element.current, pressed)?.click();
  }, [Live]);
  if (isKept && Live === undefined) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: by this React leaves the server's markup as it is.
    return <div key="kept" ref={element} className="letter-place" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  }
  return (
    <div key="made" ref={element} className="letter-place">
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

function controlOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-press]')?.dataset['press'] : undefined;
}

function controlCalled(place: HTMLElement | null, name: string | undefined): HTMLElement | null {
  return name === undefined ? null : (place?.querySelector<HTMLElement>(`[data-press="${name}"]`) ?? null);
}
