import { useSearchParams } from 'react-router-dom';

/** The part of a screen's state that its address holds. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /** Null and '' are left out of the address. */
    change: (changes: Readonly<Record<string, string | null>>, { replace = false } = {}) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === '') changed.delete(name);
            else changed.set(name, value);
          return changed;
        },
        { replace },
      ),
  };
}
