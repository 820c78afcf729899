import { Component, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';

/**
 * Holds a section whose code is a file of its own. The first page keeps the markup that the server made, and fetches no
 * code for it; after a navigation in the browser 'Loading...' stands here until the code is there. An error in the section
 * stays inside.
 */
export function LazySection({ children }: { readonly children: ReactNode }) {
  const arrivedWithPage = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  const [kept, setKept] = useState(arrivedWithPage && typeof document !== 'undefined');
  const markup = useRef<HTMLDivElement>(null);
  // A section that failed on the server left its placeholder behind: the browser tries again.
  useEffect(() => {
    if (markup.current?.querySelector('[data-section-loading]') != null) setKept(false);
  }, []);
  if (kept) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: by this React leaves the server's markup as it is.
      <div key="kept" ref={markup} className="lazy-section" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    );
  }
  return (
    <div key="made" className="lazy-section">
      <SectionBoundary>
        <Suspense fallback={<SectionLoading />}>{children}</Suspense>
      </SectionBoundary>
    </div>
  );
}

function SectionLoading() {
  return (
    <div className="page grid min-h-[40svh] place-items-center text-muted" role="status" data-section-loading="">
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
        <Button tone="quiet" className="-ml-2" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    );
  }
}
