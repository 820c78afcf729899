import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { QuietButton } from '../../ui/button.tsx';

/**
 * Holds a section whose code is a file of its own, under the id by which it is led to. The first page keeps the markup that the server made, and fetches no
 * code for it; after a navigation in the browser 'Loading...' stands here until the code is there, in as much room as the
 * section took when it was last here, so that whoever comes back finds the page where it was. An error in the section stays
 * inside.
 */
export function LazySection({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const height = useLastHeight(name, element);
  const arrivedWithPage = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  const [kept, setKept] = useState(arrivedWithPage && typeof document !== 'undefined');
  // A section that failed on the server left its placeholder behind: the browser tries again.
  useEffect(() => {
    if (element.current?.querySelector('[data-section-loading]') != null) setKept(false);
  }, []);
  if (kept) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: by this React leaves the server's markup as it is.
      <div key="kept" ref={element} id={name} className="lazy-section" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    );
  }
  return (
    <div key="made" ref={element} id={name} className="lazy-section">
      <SectionBoundary>
        <Suspense fallback={<SectionLoading height={height} />}>
          {children}
          {height === undefined ? <LedTo /> : null}
        </Suspense>
      </SectionBoundary>
    </div>
  );
}

/** Heights in pixels by section's name, as they were when the page was last left. Only the browser writes here. */
const lastHeights = new Map<string, number>();

/** The height that the section had when it was last left, and notes the present one for the next time. */
function useLastHeight(name: string, element: RefObject<HTMLDivElement | null>): number | undefined {
  const [height] = useState(() => lastHeights.get(name));
  useLayoutEffect(
    () => () => {
      // The layout effect ends while the section still stands.
      if (element.current !== null) lastHeights.set(name, element.current.offsetHeight);
    },
    [name, element],
  );
  return height;
}

/** A section of unknown height has come: what the address leads to is not where it was, and is led to again. */
function LedTo() {
  useLayoutEffect(() => {
    if (window.location.hash !== '') document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}

function SectionLoading({ height }: { readonly height: number | undefined }) {
  return (
    <div
      className="page grid min-h-[40svh] place-items-center text-muted"
      role="status"
      data-section-loading=""
      {...(height === undefined ? {} : { style: { minHeight: height } })}
    >
      Loading...
    </div>
  );
}

class SectionBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="page py-16 text-muted">
        <p>This section could not be shown. The rest of the page is not affected.</p>
        <QuietButton className="-ml-2" onClick={() => window.location.reload()}>
          Try again
        </QuietButton>
      </div>
    );
  }
}
