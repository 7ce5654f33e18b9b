import { useId } from 'react';
import { isNotReady, reasonOf } from '../client/failures.ts';
import { nameKey } from '#schemas/names.ts';
import type { Names } from '../client/use-names.ts';
import { NAMES } from '../content/names.ts';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { makeOptions, makeOptionsFound, modelOptions } from './name-options.ts';

interface Named {
  make: string;
  model: string;
}

interface NameFieldsProps extends Named {
  /** What there is to choose from. */
  names: Names;
  /** Another make clears the model; the same one spelled otherwise does not. */
  onChange: (named: Named, by: keyof Named) => void;
  errors?: { make?: string | undefined; model?: string | undefined };
  /** Other than examples of names. */
  placeholders?: Named;
  /** What the model's field is until there is a make. */
  beforeMake: 'closed' | 'absent';
  /** By the makes' ids, how many a search would find of each; how many are listed where it is not given. */
  found?: ReadonlyMap<string, number> | undefined;
}

/** Make, and of a make its models. Names that are not in the lists can be typed. */
export function NameFields(props: NameFieldsProps) {
  const { make, model, names, onChange, errors = {}, placeholders = PLACEHOLDERS, found } = props;
  const { makes, models, meant, knowsNone, setIsTyping } = names;
  const id = useId();
  const known = makes.data ?? [];
  const isNamed = make.trim() !== '';
  return (
    <>
      <div>
        <Combobox
          id={`${id}-make`}
          name="make"
          label={NAMES.make}
          value={make}
          options={found === undefined ? makeOptions(known) : makeOptionsFound(known, found)}
          onChange={(next) => {
            if (next === make) return;
            setIsTyping(true);
            onChange({ make: next, model: nameKey(next) === nameKey(make) ? model : '' }, 'make');
          }}
          onCommit={() => setIsTyping(false)}
          placeholder={placeholders.make}
          error={errors.make ?? failureOf(makes, NAMES.makesFailed, `${id}-make`)}
          hint={preparationOf(makes)}
          loading={makes.isPending}
          words={wordsOf(NAMES.make, NAMES.loadingMakes)}
        />
        <div role="status">
          {meant !== undefined && (
            <Button
              look="quiet"
              size="small"
              className="-mx-3 text-start"
              heir={`${id}-make`}
              onClick={() => onChange({ make: meant.make, model: meant.model || model }, 'make')}
            >
              {NAMES.didYouMean(meant.name)}
            </Button>
          )}
        </div>
      </div>
      {(isNamed || props.beforeMake === 'closed') && (
        <Combobox
          id={`${id}-model`}
          name="model"
          label={NAMES.model}
          value={model}
          options={modelOptions(models.data ?? [])}
          onChange={(next) => {
            if (next !== model) onChange({ make, model: next }, 'model');
          }}
          disabled={!isNamed}
          placeholder={isNamed ? placeholders.model : NAMES.modelDisabled}
          error={errors.model ?? failureOf(models, NAMES.modelsFailed, `${id}-model`)}
          hint={knowsNone ? NAMES.noModels : preparationOf(models)}
          loading={models.isFetching}
          words={wordsOf(NAMES.model, NAMES.loadingModels)}
        />
      )}
    </>
  );
}

const PLACEHOLDERS = { make: NAMES.makePlaceholder, model: NAMES.modelPlaceholder };

const wordsOf = (label: string, loading: string) => ({
  noMatch: NAMES.noMatch,
  loading,
  choices: NAMES.choices,
  show: NAMES.showChoices(label),
});

interface List {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** What the server says while it has no market yet; the list then comes by itself. */
const preparationOf = ({ error }: List): string | undefined =>
  isNotReady(error) ? reasonOf(error, undefined) : undefined;

/** That a list could not be fetched, and why, where the server says it. Asked for again, its field has the focus. */
function failureOf({ error, refetch }: List, failure: string, field: string) {
  if (error === null || isNotReady(error)) return undefined;
  const reason = reasonOf(error, undefined);
  return (
    <>
      {reason === undefined ? failure : NAMES.because(failure, reason)}{' '}
      <Button look="quiet" size="small" heir={field} onClick={() => void refetch()}>
        {NAMES.retry}
      </Button>
    </>
  );
}
