/** A short word on what just happened. */
export interface Toast {
  title: string;
  text?: string;
  /** `info`: neither done nor failed, as what has only begun. */
  tone: 'good' | 'bad' | 'info';
  /** The path of the page that it says something of, and goes with. */
  ofPage?: string;
}

/** Told apart by its number from one that says the same. */
export interface ShownToast extends Toast {
  number: number;
}

export interface ToastStore {
  /** The one that is shown; null for none. */
  current: () => ShownToast | null;
  /** Shows one in place of whatever was shown: at most one is visible (specification, section 9). */
  show: (toast: Toast) => void;
  dismiss: () => void;
  /** Dismisses what says something of another page than that. */
  turnTo: (path: string) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createToastStore(): ToastStore {
  let shown: ShownToast | null = null;
  let count = 0;
  const listeners = new Set<() => void>();
  const set = (next: ShownToast | null) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => shown,
    show: (toast) => set({ ...toast, number: ++count }),
    dismiss: () => set(null),
    turnTo: (path) => {
      if (shown?.ofPage !== undefined && shown.ofPage !== path) set(null);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The portal's toasts; the app shows them. */
export const toasts: ToastStore = createToastStore();
