import { useState, type SubmitEvent, type ReactNode } from 'react';
import { modelYearMax } from '#schemas/api/analysis.ts';
import { thisYear } from '#schemas/clock.ts';
import { YEAR_MIN } from '#schemas/constants.ts';
import { refusedFields } from '../../client/field-errors.ts';
import type { Draft } from '../../client/use-draft.ts';
import { useNames } from '../../client/use-names.ts';
import { CONTRIBUTE, PURCHASE_OPTIONS } from '../../content/contribute.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { NameFields } from '../../ui/name-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { purchaseOf, type PurchaseErrors } from './purchase.ts';
import type { Sending } from './use-sending.ts';

interface PurchaseFormProps {
  sending: Sending;
  draft: Draft;
  onBack: () => void;
  onSkip: () => void;
}

const words = CONTRIBUTE.form;

/** Step 2: the purchase. Checked here by the schema that the server checks it by. */
export function PurchaseForm({ sending, draft, onBack, onSkip }: PurchaseFormProps) {
  const [errors, setErrors] = useState<PurchaseErrors>({});
  const [kept] = useState(draft.typed);
  const [named, setNamed] = useState({ make: kept['make'] ?? '', model: kept['model'] ?? '' });
  const [year] = useState(thisYear);
  const names = useNames(named.make);
  /** A field that is being mended is wrong no more until the form is sent again. */
  const forget = (field: string) =>
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)));

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const show = (wrong: PurchaseErrors) => {
      setErrors(wrong);
      focusFirstWrong(form, wrong);
    };
    const checked = purchaseOf(new FormData(form));
    if (!checked.ok) {
      show(checked.errors);
      return;
    }
    setErrors({});
    sending.mutate(checked.body, { onError: (error) => show(refusedFields(error)) });
  };
  const money = (name: 'listPrice' | 'tradeInValue' | 'downPayment' | 'purchasePrice') => (
    <TextField
      name={name}
      label={words[name]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      unit={words.dollars}
      defaultValue={kept[name]}
      error={errors[name]}
    />
  );
  const options = (
    name: 'purchaseType' | 'condition' | 'marketConditions' | 'seasonality',
    usual: string,
  ) => (
    <SelectField
      name={name}
      label={words[name]}
      options={PURCHASE_OPTIONS[name]}
      defaultValue={kept[name] ?? usual}
      error={errors[name]}
    />
  );

  return (
    <form
      noValidate
      aria-label={CONTRIBUTE.title}
      className="mt-5 grid gap-6"
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
        forget(target.name);
        draft.keep({ [target.name]: target.value });
      }}
      onSubmit={send}
    >
      <Section title={words.sections.rv}>
        <NameFields
          {...named}
          names={names}
          onChange={(next) => {
            setNamed(next);
            draft.keep({ ...next });
            for (const field of ['make', 'model'] as const)
              if (next[field] !== named[field]) forget(field);
          }}
          errors={errors}
          beforeMake="closed"
        />
        <TextField
          name="year"
          label={words.year}
          type="number"
          inputMode="numeric"
          min={YEAR_MIN}
          max={modelYearMax()}
          defaultValue={kept['year'] ?? year}
          error={errors.year}
        />
        <SelectField
          name="rvType"
          defaultValue={kept['rvType']}
          label={words.rvType}
          options={PURCHASE_OPTIONS.rvType}
          choose={words.choose}
          error={errors.rvType}
        />
      </Section>
      <Section title={words.sections.purchase}>
        {money('purchasePrice')}
        <TextField
          name="purchaseDate"
          defaultValue={kept['purchaseDate']}
          label={words.purchaseDate}
          type="date"
          error={errors.purchaseDate}
        />
        {options('purchaseType', 'dealer')}
        {options('condition', 'used')}
        <TextField
          name="location"
          defaultValue={kept['location']}
          label={words.location}
          hint={words.locationHint}
          autoComplete="off"
          maxLength={100}
          className="sm:col-span-2"
          error={errors.location}
        />
      </Section>
      <Section title={words.sections.additional}>
        <TextField
          name="mileage"
          defaultValue={kept['mileage']}
          label={words.mileage}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          unit={words.miles}
          error={errors.mileage}
        />
        {money('listPrice')}
        {money('tradeInValue')}
        {money('downPayment')}
        <TextField
          name="financingRate"
          defaultValue={kept['financingRate']}
          label={words.financingRate}
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step={0.01}
          unit={words.percent}
          error={errors.financingRate}
        />
        <TextField
          name="dealerName"
          defaultValue={kept['dealerName']}
          label={words.dealerName}
          autoComplete="off"
          maxLength={200}
          error={errors.dealerName}
        />
        <TextField
          name="negotiationNotes"
          defaultValue={kept['negotiationNotes']}
          label={words.negotiationNotes}
          autoComplete="off"
          maxLength={2_000}
          className="sm:col-span-2"
          error={errors.negotiationNotes}
        />
      </Section>
      <Section title={words.sections.market}>
        {options('marketConditions', 'normal')}
        {options('seasonality', 'spring')}
      </Section>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" busy={sending.isPending} onClick={onBack}>
          {words.back}
        </Button>
        <Button look="secondary" busy={sending.isPending} onClick={onSkip}>
          {CONTRIBUTE.skip}
        </Button>
        <Button type="submit" disabled={sending.isPending}>
          {sending.isPending ? words.pending : words.submit}
        </Button>
      </div>
    </form>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-2 text-title font-extrabold">{title}</legend>
    <div className="grid gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
);
