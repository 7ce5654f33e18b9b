import { useAddress } from './use-address.ts';

/**
 * Whether a part of the page is open, as its address says: `NAME=open`, or `NAME=closed` where it is open by
 * itself. It is the same page to go back from.
 */
export function useOpen(name: string, byItself = false) {
  const { params, change } = useAddress();
  const isOpenIn = (address: URLSearchParams): boolean => {
    const said = address.get(name);
    return byItself ? said !== 'closed' : said === 'open';
  };
  const setOpen = (open: boolean) => {
    const says = open ? 'open' : 'closed';
    change({ [name]: open === byItself ? null : says }, { replace: true });
  };
  return {
    open: isOpenIn(params),
    setOpen,
    /** By what the browser's address says: a press may come before the one before it is drawn. */
    toggle: () => setOpen(!isOpenIn(new URLSearchParams(location.search))),
  };
}
