import { useQuery } from '@tanstack/react-query';
import { valuationReport } from '#schemas/api/report.ts';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/current-user.ts';
import { showFailed } from '../../client/show-failed.ts';
import { usageQuery } from '../../client/usage.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type AnalysisForm, checkForm, type Judged } from './analysis-form.ts';
import { CheckoutLink } from './checkout-link.tsx';

const words = ANALYSIS.actions.pdf;

interface PdfButtonProps {
  form: AnalysisForm;
  judged: Judged | undefined;
  name: string;
}

/** The report as a file, for members of Premium; others are led to what unlocks it. */
export function PdfButton({ form, judged, name }: PdfButtonProps) {
  const { signedIn } = useSession();
  const allowance = useQuery(usageQuery(signedIn));
  const report = useMutation({
    mutationFn: async () => {
      const checked = checkForm(form);
      // What was answered was checked before it was asked.
      if (!checked.ok) throw new Error('the form of an answer does not hold');
      const { state, listingId } = judged ?? {};
      return api(valuationReport, {
        body: { ...checked.request, ...(state && { state }), ...(listingId && { listingId }) },
      });
    },
    onSuccess: (pdf) =>
      saveFile(new Blob([pdf.slice()], { type: 'application/pdf' }), `rigworth ${name}`, 'pdf'),
    onError: (error) => showFailed(words.failed, error),
  });
  if (allowance.data?.subscriptionStatus !== 'premium')
    return (
      <CheckoutLink className={buttonClasses('secondary')}>
        <DownloadIcon className="size-5" />
        {words.unlock}
      </CheckoutLink>
    );
  return (
    <Button look="secondary" disabled={report.isPending} onClick={() => report.mutate()}>
      <DownloadIcon className="size-5" />
      {report.isPending ? words.pending : words.download}
    </Button>
  );
}
