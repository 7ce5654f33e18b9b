import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { YEAR_MAX_AHEAD, YEAR_MIN } from '#schemas/constants.ts';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import { makesQuery, modelsQuery } from '../../client/catalogue.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { makeOptions, modelOptions } from '../../ui/name-options.ts';
import type { AnalysisForm, FieldErrors } from './analysis-form.ts';
import type { QuestionWords } from './question.ts';

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
const YEAR_MAX = new Date().getUTCFullYear() + YEAR_MAX_AHEAD;
const conditions = CONDITIONS.map((value) => ({ value, label: words.conditions[value] }));

/** Which RV. Changing the make clears the model; any change clears what was shown. */
export function CalculatorForm(props: CalculatorFormProps) {
  const { element, form, errors, running, onChange, onSubmit } = props;
  const { offer } = props.words;
  const makes = useQuery(makesQuery);
  // Models are asked for a make that was chosen, not for every letter of one being typed.
  const [typingMake, setTypingMake] = useState(false);
  const models = useQuery(modelsQuery(typingMake ? '' : form.make));

  const set = (change: Partial<AnalysisForm>) => onChange({ ...form, ...change });
  const failed = (query: { refetch: () => Promise<unknown> }, text: string) => (
    <>
      {text}{' '}
      <Button look="quiet" size="small" onClick={() => void query.refetch()}>
        {words.retry}
      </Button>
    </>
  );

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
      <Combobox
        name="make"
        label={words.make}
        value={form.make}
        options={makeOptions(makes.data ?? [])}
        onChange={(make) => {
          if (make === form.make) return;
          setTypingMake(true);
          set({ make, model: '' });
        }}
        onCommit={() => setTypingMake(false)}
        placeholder={words.makePlaceholder}
        error={errors.make ?? (makes.isError ? failed(makes, words.makesFailed) : undefined)}
        loading={makes.isPending}
        words={{
          noMatch: words.noMatch,
          loading: words.loadingMakes,
          choices: words.choices,
          show: words.showChoices(words.make),
        }}
      />
      <Combobox
        name="model"
        label={words.model}
        value={form.model}
        options={modelOptions(models.data ?? [])}
        onChange={(model) => {
          if (model !== form.model) set({ model });
        }}
        disabled={form.make.trim() === ''}
        placeholder={form.make.trim() === '' ? words.modelDisabled : words.modelPlaceholder}
        error={errors.model ?? (models.isError ? failed(models, words.modelsFailed) : undefined)}
        hint={models.data?.length === 0 ? words.noModels : undefined}
        loading={models.isFetching}
        words={{
          noMatch: words.noMatch,
          loading: words.loadingModels,
          choices: words.choices,
          show: words.showChoices(words.model),
        }}
      />
      <TextField
        name="year"
        label={words.year}
        type="number"
        inputMode="numeric"
        min={YEAR_MIN}
        max={YEAR_MAX}
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
      <Button type="submit" size="large" disabled={running}>
        {running ? props.words.pending : props.words.submit}
      </Button>
    </form>
  );
}
