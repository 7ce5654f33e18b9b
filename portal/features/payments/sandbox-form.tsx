import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { SANDBOX_CARDS, sandboxPay } from '#schemas/api/payments.ts';
import { api } from '../../client/api.ts';
import { ApiFailure, reasonOf } from '../../client/failures.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { PAYMENT } from '../../content/payments.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { type CardFormProps, showPaymentFailed } from './card-form.ts';
import { paidMeanwhile } from './paid-meanwhile.ts';

const words = PAYMENT.test;
const NUMBER = 'card-number';
/** `4242 4242 4242 4242` */
const spaced = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const CARDS = Object.entries(SANDBOX_CARDS).map(([number, outcome]) => ({
  number: spaced(number),
  outcome: words.outcomes[outcome],
}));

/** The card form of a server that charges nobody: numbers that say what the bank will do. */
export function SandboxForm({ clientSecret, submit, price, onPay, onDone }: CardFormProps) {
  const queryClient = useQueryClient();
  const [cardNumber, setCardNumber] = useState(CARDS[0]?.number ?? '');
  const [error, setError] = useState<string | undefined>();
  const [asked, setAsked] = useState(false);
  const pay = useMutation({
    mutationFn: (answer: { authenticated?: boolean }) =>
      api(sandboxPay, { body: { clientSecret, cardNumber, ...answer } }),
    onSuccess: ({ status, message }) => {
      setAsked(status === 'requires_action');
      if (status === 'declined') showPaymentFailed(message);
      else if (status !== 'requires_action') onDone(status);
    },
    onError: async (failure) => {
      setAsked(false);
      const unknown = failure instanceof ApiFailure && failure.code === 'unknown_payment';
      if (unknown && (await paidMeanwhile(queryClient))) return;
      showPaymentFailed(reasonOf(failure, PAYMENT.failed.text));
    },
  });
  const busy = pay.isPending || asked;

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = sandboxPay.body.shape.cardNumber.safeParse(cardNumber);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) {
      focusFirstWrong(event.currentTarget, { [NUMBER]: true });
      return;
    }
    // What it says is of another card.
    toasts.dismiss();
    onPay();
    pay.mutate({});
  };

  return (
    <form noValidate aria-label={PAYMENT.label} className="grid gap-4" onSubmit={send}>
      <Alert tone="warning" title={words.title}>
        {words.text}
      </Alert>
      <TextField
        name={NUMBER}
        label={words.number}
        hint={words.numberHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={cardNumber}
        error={error}
        onChange={(event) => {
          setCardNumber(event.target.value);
          setError(undefined);
        }}
      />
      <fieldset>
        <legend className="mb-1 font-bold">{words.cards}</legend>
        <div className="grid divide-y divide-edge overflow-hidden rounded-control border border-control-edge">
          {CARDS.map(({ number, outcome }) => (
            <label
              key={number}
              className="grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 bg-surface px-3 py-2 hover:bg-primary-soft has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="test-card"
                className="size-4 accent-primary"
                checked={cardNumber === number}
                onChange={() => {
                  setCardNumber(number);
                  setError(undefined);
                }}
              />
              <span className="tabular font-bold">{number}</span>
              <span className="col-start-2 text-small text-ink-muted">{outcome}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" className="min-h-12" disabled={busy}>
        {busy ? PAYMENT.processing : submit}
      </Button>
      <Dialog
        open={asked}
        onOpenChange={() => pay.mutate({ authenticated: false })}
        title={words.bank.title}
        description={words.bank.text(price)}
        closeLabel={words.bank.close}
        busy={pay.isPending}
      >
        <div className="mt-5 flex flex-wrap gap-2">
          <Button disabled={pay.isPending} onClick={() => pay.mutate({ authenticated: true })}>
            {words.bank.yes}
          </Button>
          <Button
            look="secondary"
            disabled={pay.isPending}
            onClick={() => pay.mutate({ authenticated: false })}
          >
            {words.bank.no}
          </Button>
        </div>
      </Dialog>
    </form>
  );
}
