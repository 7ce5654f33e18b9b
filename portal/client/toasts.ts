/** A short word on what just happened. */
export interface Toast {
  title: string;
  text?: string;
  tone: 'good' | 'bad';
}

export interface ToastStore {
  /** The one that is shown; null for none. */
  current: () => Toast | null;
  /** Shows one in place of whatever was shown: at most one is visible (specification, section 9). */
  show: (toast: Toast) => void;
  dismiss: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createToastStore(): ToastStore {
  let shown: Toast | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Toast | null) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => shown,
    show: set,
    dismiss: () => set(null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The portal's toasts; the app shows them. */
export const toasts: ToastStore = createToastStore();
