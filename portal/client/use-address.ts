import { useSearchParams } from 'react-router-dom';

/** The part of a screen's state that its address holds. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /**
     * Null and '' are left out of the address. It is the browser's address that changes: a busy page has not
     * drawn the change before this one yet, and going by what it shows would undo that.
     */
    change: (changes: Readonly<Record<string, string | null>>, { replace = false } = {}) => {
      const changed = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes))
        if (value === null || value === '') changed.delete(name);
        else changed.set(name, value);
      setParams(changed, { replace });
    },
  };
}
