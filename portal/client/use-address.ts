import { useCallback } from 'react';
// oxlint-disable-next-line no-restricted-imports -- here alone
import { createSearchParams, useLocation, useSearchParams } from 'react-router-dom';

/** The part of a screen's state that its address holds. */
export function useAddress() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();

  /**
   * As that of `useSearchParams`, but for the page whose address the browser shows alone. One that is left may be
   * drawn a moment longer: what it still waited for, a timer or an answer, would lead back to it. Nor where it says
   * the same already: a second press of the same would be a step of the history that Back seems to do nothing with.
   */
  const setOwn = useCallback<typeof setParams>(
    (next, options) => {
      if (location.pathname !== pathname) return;
      const now = new URLSearchParams(location.search);
      const then = createSearchParams(typeof next === 'function' ? next(now) : next);
      if (String(then) !== String(now)) setParams(then, options);
    },
    [pathname, setParams],
  );

  return {
    params,
    setParams: setOwn,
    /** To the entry before, as the visitor's Back. The address changes later: nothing may be written until then. */
    back: () => {
      if (location.pathname === pathname) history.back();
    },
    /**
     * Null and '' are left out of the address. It is the browser's address that changes: a busy page has not
     * drawn the change before this one yet, and going by what it shows would undo that.
     */
    change: (changes: Readonly<Record<string, string | null>>, { replace = false } = {}) => {
      const changed = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes))
        if (value === null || value === '') changed.delete(name);
        else changed.set(name, value);
      setOwn(changed, { replace });
    },
  };
}
