import { XIcon } from '@castellan/icons/signs/x';
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { QuietButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { createToastStore, type Toast, type ToastMessage, type ToastStore, type ToastTone } from './toast-store.ts';

/** The page's one store of toasts, for a part that is drawn in a root of its own. */
export const ToastContext = createContext<ToastStore | undefined>(undefined);

/** Gives everything inside it `useToast`, and draws the one toast in the corner. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createToastStore);
  return (
    <ToastContext value={store}>
      {children}
      <ToastRegion store={store} />
    </ToastContext>
  );
}

/** The way to show a toast; the same function for the life of the page. */
export function useToast(): (message: ToastMessage) => void {
  const store = useContext(ToastContext);
  if (store === undefined) throw new Error('useToast is used outside ToastProvider');
  return store.show;
}

function ToastRegion({ store }: { readonly store: ToastStore }) {
  const toast = useSyncExternalStore(store.subscribe, store.current, () => undefined);
  const shown = toast?.open === true ? toast : undefined;
  // Both regions stand in the page from the start: a live region that arrives with its text is often not read.
  return (
    <>
      <div role="status">{shown?.tone === 'notice' ? <ToastSheet key={shown.id} toast={shown} store={store} /> : null}</div>
      <div role="alert">{shown?.tone === 'alert' ? <ToastSheet key={shown.id} toast={shown} store={store} /> : null}</div>
    </>
  );
}

function ToastSheet({ toast, store }: { readonly toast: Toast; readonly store: ToastStore }) {
  const sheet = useRef<HTMLDivElement>(null);
  // In the browser's top layer, since an open modal dialog would cover it anywhere else.
  useLayoutEffect(() => sheet.current?.showPopover(), []);
  useLayoutEffect(() => {
    const rise = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) riseAgain(sheet.current);
    };
    // It does not bubble.
    document.addEventListener('toggle', rise, true);
    return () => document.removeEventListener('toggle', rise, true);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on the sheet only holds its clock, so that it can be read.
    <div
      ref={sheet}
      popover="manual"
      className="toast fixed inset-auto right-4 bottom-[calc(1rem+var(--foot-bar,0px))] m-0 w-[min(26rem,calc(100vw-2rem))] gap-4 rounded-card border border-edge bg-raised py-3 pr-2 pl-4 text-ink open:flex sm:right-6 sm:bottom-6"
      onMouseEnter={store.hold}
      onMouseLeave={store.release}
      onFocus={store.hold}
      onBlur={store.release}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <ToastTitle tone={toast.tone}>{toast.title}</ToastTitle>
        {toast.description === undefined ? null : <p className="mt-1 text-sm text-ink">{toast.description}</p>}
        {toast.action === undefined ? null : (
          <QuietButton className="mt-1 -mb-1 -ml-2" onClick={store.act}>
            {toast.action.label}
          </QuietButton>
        )}
      </div>
      <button
        type="button"
        onClick={store.close}
        aria-label="Dismiss"
        className="target inline-grid shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon drawing={XIcon} />
      </button>
    </div>
  );
}

/** A dialog that opened later covers it, and dims it: what is shown last lies on top. */
function riseAgain(sheet: HTMLElement | null): void {
  if (sheet === null) return;
  // It is there already, and need not arrive twice.
  sheet.style.animation = 'none';
  sheet.hidePopover();
  sheet.showPopover();
}

/** As a `StatusMark` looks, whose four icons would come with every page: a toast must be there where nothing can be fetched. */
function ToastTitle({ tone, children }: { readonly tone: ToastTone; readonly children: string }) {
  const isAlert = tone === 'alert';
  return (
    <span className={classNames('flex items-center gap-2 font-semibold', isAlert ? 'text-carmine' : 'text-verdigris')}>
      <svg viewBox="0 0 24 24" className="size-[1.25em] shrink-0" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d={isAlert ? 'm9 9 6 6m0-6-6 6' : 'm8 12.5 2.5 2.5 5-5'} />
      </svg>
      {children}
    </span>
  );
}
