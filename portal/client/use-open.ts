import { useAddress } from './use-address.ts';

/**
 * Whether a part of the page is open, as its address says: `NAME=open`, or `NAME=closed` where it is open by
 * itself. It is the same page to go back from.
 */
export function useOpen(name: string, byItself = false) {
  const { params, change } = useAddress();
  const said = params.get(name);
  const open = byItself ? said !== 'closed' : said === 'open';
  return {
    open,
    setOpen: (next: boolean) => {
      if (next === open) return;
      const says = next ? 'open' : 'closed';
      change({ [name]: next === byItself ? null : says }, { replace: true });
    },
  };
}
