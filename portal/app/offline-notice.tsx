import { useSyncExternalStore } from 'react';
import { OFFLINE } from '../content/brand.ts';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** In sight wherever one reads: what does not come then has its reason beside it. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" data-offline={!online || undefined} className="no-print sticky top-0 z-40">
      {!online && (
        <p className="bg-danger-soft text-danger">
          <span className="frame block py-2 text-small font-bold">{OFFLINE}</span>
        </p>
      )}
    </div>
  );
}
