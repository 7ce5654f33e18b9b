import type { RefObject } from 'react';
import { modelYearMax } from '#schemas/api/analysis.ts';
import { YEAR_MIN } from '#schemas/constants.ts';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import { useNames } from '../../client/use-names.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { NameFields } from '../../ui/name-fields.tsx';
import type { AnalysisForm, FieldErrors } from './analysis-form.ts';
import { ASK_BUTTON, type QuestionWords } from './question.ts';

interface CalculatorFormProps {
  words: QuestionWords;
  element: RefObject<HTMLFormElement | null>;
  form: AnalysisForm;
  errors: FieldErrors;
  running: boolean;
  onChange: (form: AnalysisForm) => void;
  onSubmit: (form: AnalysisForm) => Promise<void>;
}

const words = CALCULATOR.form;
const conditions = CONDITIONS.map((value) => ({ value, label: words.conditions[value] }));

/** Which RV. Changing the make clears the model; any change clears what was shown. */
export function CalculatorForm(props: CalculatorFormProps) {
  const { element, form, errors, running, onChange, onSubmit } = props;
  const { offer } = props.words;
  const names = useNames(form.make);
  const set = (change: Partial<AnalysisForm>) => onChange({ ...form, ...change });
  return (
    <form
      ref={element}
      noValidate
      aria-label={props.words.title}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(form);
      }}
    >
      <h2 className="text-title">{props.words.title}</h2>
      <NameFields
        names={names}
        make={form.make}
        model={form.model}
        onChange={set}
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
        step={1}
        value={form.year}
        error={errors.year}
        onChange={(event) => set({ year: event.target.value })}
      />
      <Choice
        name="condition"
        label={words.condition}
        value={form.condition}
        options={conditions}
        onChange={(condition) => set({ condition })}
      />
      <TextField
        name="mileage"
        label={words.mileage}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        unit={words.mileageUnit}
        hint={words.mileageHint}
        value={form.mileage}
        error={errors.mileage}
        onChange={(event) => set({ mileage: event.target.value })}
      />
      {offer && (
        <>
          <TextField
            name="askingPrice"
            label={offer.askingPrice}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            unit={offer.askingPriceUnit}
            value={form.askingPrice}
            error={errors.askingPrice}
            onChange={(event) => set({ askingPrice: event.target.value })}
          />
          <TextField
            name="location"
            label={offer.location}
            autoComplete="off"
            maxLength={100}
            hint={offer.locationHint}
            value={form.location}
            error={errors.location}
            onChange={(event) => set({ location: event.target.value })}
          />
        </>
      )}
      <Button id={ASK_BUTTON} type="submit" size="large" disabled={running}>
        {running ? props.words.pending : props.words.submit}
      </Button>
    </form>
  );
}
