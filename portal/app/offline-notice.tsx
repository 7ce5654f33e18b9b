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

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="bg-danger-soft text-danger">
          <span className="frame block py-2 text-small font-bold">{OFFLINE}</span>
        </p>
      )}
    </div>
  );
}
