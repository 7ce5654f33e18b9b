import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { useOwnAddress } from '../../client/use-own-address.ts';
import { type AnalysisForm, formFromUrl, formKey, formToUrl } from './analysis-form.ts';

/** Browsers refuse more than about a hundred address changes in half a minute. */
const SETTLED_MS = 250;

interface FormInUrl {
  form: AnalysisForm;
  /** @param leavesResult whether the form as it was has its result shown, which the next one does not ask for */
  change: (next: AnalysisForm, leavesResult: boolean) => void;
}

/**
 * The form, and the address that always says it. The first change after a shown result gets an entry of
 * its own in the history, so that Back leads to that result; other changes replace the entry.
 * @param onArrival called when another form comes with the address (Back, Forward, a link)
 */
export function useFormInUrl(onArrival: (form: AnalysisForm) => void): FormInUrl {
  const { params, setParams } = useAddress();
  const [form, setForm] = useState(() => formFromUrl(params));
  const pushNext = useRef(false);
  const address = useOwnAddress(
    (now) => formKey(formFromUrl(now)),
    (now) => {
      const arrived = formFromUrl(now);
      setForm(arrived);
      onArrival(arrived);
    },
  );

  useEffect(() => {
    if (formKey(form) === address.latest) return undefined;
    const timer = setTimeout(() => {
      address.write(formKey(form));
      const push = pushNext.current;
      pushNext.current = false;
      setParams((now) => formToUrl(form, now), { replace: !push });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [address, form, setParams]);

  return {
    form,
    change: (next, leavesResult) => {
      if (leavesResult) pushNext.current = true;
      setForm(next);
    },
  };
}
