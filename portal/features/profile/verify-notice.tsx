import { requestVerification } from '#schemas/api/mailed-links.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { PROFILE } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

const words = PROFILE.verify;

/** Until the e-mail is verified: why it matters, and the link once more. */
export function VerifyNotice({ email }: { email: string }) {
  const again = useMutation({
    mutationFn: () => api(requestVerification, {}),
    onSuccess: ({ message }) => toasts.show({ title: words.sent, text: message, tone: 'good' }),
    onError: (error) => showFailed(words.failed, error),
  });
  return (
    <Alert
      tone="warning"
      title={words.title}
      action={
        <Button
          look="secondary"
          size="small"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {words.again}
        </Button>
      }
    >
      {words.text(email)}
    </Alert>
  );
}
