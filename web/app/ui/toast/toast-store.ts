import { createStore } from '../../lib/store.ts';

/** How a toast reads: `notice` is announced politely, `alert` at once. */
export type ToastTone = 'notice' | 'alert';

/** The one thing that can be done about what a toast says, such as Undo. */
export type ToastAction = { readonly label: string; readonly onPress: () => void };

/** What a caller hands over. A toast outlives a lock, so nothing of a sealed record may be in it. */
export type ToastMessage = {
  readonly title: string;
  readonly description?: string;
  readonly tone?: ToastTone;
  readonly action?: ToastAction;
};

/** One toast as drawn; a closed one stays on record until it is dropped. */
export type Toast = {
  readonly id: number;
  readonly open: boolean;
  readonly title: string;
  readonly description: string | undefined;
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
};

/** Milliseconds a toast stays open by itself. */
export const toastOpenMs = 5_000;

/** Milliseconds of one with an action, which somebody must have the time to reach. */
export const toastActionMs = 10_000;

/** Milliseconds after closing at which the record is dropped (spec §4). */
export const toastRemovalMs = 1_000_000;

/** The one toast there may be, and what changes it. */
export type ToastStore = {
  /** The newest toast, open or closed, or `undefined` where there is none on record. */
  readonly current: () => Toast | undefined;
  /** Shows the message in place of what was there. */
  readonly show: (message: ToastMessage) => void;
  readonly close: () => void;
  /** Does what the open toast offers, once, and closes it. */
  readonly act: () => void;
  /** Holds the clock while a pointer or the focus is on the toast, and starts it afresh after. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Keeps at most one toast: it closes by itself or by hand, and its record goes 1,000,000 ms later. */
export function createToastStore(): ToastStore {
  const { get, set, subscribe } = createStore<Toast | undefined>(undefined);
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (act: () => void, delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, delayMs);
  };
  const openToast = () => {
    const toast = get();
    return toast?.open === true ? toast : undefined;
  };
  const close = () => {
    const toast = openToast();
    if (toast === undefined) return;
    later(() => set(undefined), toastRemovalMs);
    // What an action holds on to goes with the sheet, and not with the record.
    set({ ...toast, open: false, action: undefined });
  };
  const closeLater = (toast: Toast) => later(close, toast.action === undefined ? toastOpenMs : toastActionMs);

  return {
    current: get,
    show: ({ title, description, tone = 'notice', action }) => {
      count += 1;
      const toast = { id: count, open: true, title, description, tone, action };
      closeLater(toast);
      set(toast);
    },
    close,
    act: () => {
      const action = openToast()?.action;
      close();
      action?.onPress();
    },
    hold: () => {
      if (openToast() !== undefined) clearTimeout(timer);
    },
    release: () => {
      const toast = openToast();
      if (toast !== undefined) closeLater(toast);
    },
    subscribe,
  };
}
