/** How a toast reads: `notice` is announced politely, `alert` at once. */
export type ToastTone = 'notice' | 'alert';

/** What a caller hands over. */
export type ToastMessage = { readonly title: string; readonly description?: string; readonly tone?: ToastTone };

/** One toast as drawn; a closed one stays on record until it is dropped. */
export type Toast = {
  readonly id: number;
  readonly open: boolean;
  readonly title: string;
  readonly description: string | undefined;
  readonly tone: ToastTone;
};

/** Milliseconds a toast stays open by itself. */
export const toastOpenMs = 5_000;

/** Milliseconds after closing at which the record is dropped (spec §4). */
export const toastRemovalMs = 1_000_000;

/** The one toast there may be, and what changes it. */
export type ToastStore = {
  /** The newest toast, open or closed, or `undefined` where there is none on record. */
  readonly current: () => Toast | undefined;
  /** Shows the message in place of what was there. */
  readonly show: (message: ToastMessage) => void;
  readonly close: () => void;
  /** Holds the clock while a pointer or the focus is on the toast, and starts it afresh after. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Keeps at most one toast: it closes after 5 s or by hand, and its record goes 1,000,000 ms later. */
export function createToastStore(): ToastStore {
  const listeners = new Set<() => void>();
  let toast: Toast | undefined;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: Toast | undefined) => {
    toast = next;
    for (const listener of listeners) listener();
  };
  const later = (act: () => void, delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, delayMs);
  };
  const close = () => {
    if (toast?.open !== true) return;
    later(() => change(undefined), toastRemovalMs);
    change({ ...toast, open: false });
  };

  return {
    current: () => toast,
    show: ({ title, description, tone = 'notice' }) => {
      count += 1;
      later(close, toastOpenMs);
      change({ id: count, open: true, title, description, tone });
    },
    close,
    hold: () => {
      if (toast?.open === true) clearTimeout(timer);
    },
    release: () => {
      if (toast?.open === true) later(close, toastOpenMs);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
