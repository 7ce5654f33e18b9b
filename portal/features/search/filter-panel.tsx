import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { FILTER_YEAR_MIN, PRICE_FILTER_MAX, PRICE_FILTER_STEP } from '#schemas/constants.ts';
import { FILTER_TYPE_ORDER, RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { makesQuery, modelsQuery } from '../../client/catalogue.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { usd } from '../../ui/format.ts';
import { makeOptions, modelOptions } from '../../ui/name-options.ts';
import { RangeSlider } from '../../ui/range-slider.tsx';
import {
  CONDITION_CHOICES,
  FILTER_YEAR_MAX,
  type Filters,
  isZip,
  ordered,
  priceFromText,
} from './search-state.ts';

const words = SEARCH.filters;
const conditions = CONDITION_CHOICES.map((value) => ({ value, label: words.conditions[value] }));

interface FilterPanelProps {
  filters: Filters;
  onChange: (change: Partial<Filters>, by: string) => void;
  /** Searches at once: the Enter key, and the button of phones. */
  onApply: () => void;
  onClear: () => void;
}

/** Every filter there is; each change is searched for by itself. */
export function FilterPanel({ filters, onChange, onApply, onClear }: FilterPanelProps) {
  return (
    <form
      noValidate
      aria-label={words.title}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      <TextField
        name="keyword"
        label={words.keyword}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={words.keywordPlaceholder}
        value={filters.keyword}
        onChange={(event) => onChange({ keyword: event.target.value }, 'keyword')}
      />
      <TextField
        name="zip"
        label={words.zip}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        value={filters.zip}
        hint={words.zipHint}
        error={isWrongZip(filters.zip) ? words.zipWrong : undefined}
        onChange={(event) => onChange({ zip: event.target.value }, 'zip')}
      />
      <NameFields filters={filters} onChange={onChange} />
      <TypeChips
        types={filters.types}
        onToggle={(type, types) => onChange({ types }, `type ${type}`)}
      />
      <Choice
        name="condition"
        label={words.condition}
        value={filters.condition}
        options={conditions}
        onChange={(condition) => onChange({ condition }, 'condition')}
      />
      <PriceRange filters={filters} onChange={onChange} onApply={onApply} />
      <Group label={words.year} shown={yearsOf(filters)}>
        <RangeSlider
          min={FILTER_YEAR_MIN}
          max={FILTER_YEAR_MAX}
          step={1}
          value={[filters.yearMin, filters.yearMax]}
          onChange={([yearMin, yearMax]) => onChange({ yearMin, yearMax }, 'year')}
          labels={[words.yearMin, words.yearMax]}
          format={yearText}
        />
      </Group>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        <Button type="submit">{words.apply}</Button>
        <Button look="secondary" onClick={onClear}>
          {words.clear}
        </Button>
      </div>
    </form>
  );
}

/** Digits on their way to five are no mistake yet. */
const isWrongZip = (text: string): boolean => !isZip(text) && !/^\d{0,4}$/.test(text.trim());

type Change = Pick<FilterPanelProps, 'filters' | 'onChange'>;

/** Make, and of a chosen make its models. */
function NameFields({ filters: { make, model }, onChange }: Change) {
  const makes = useQuery(makesQuery);
  // Models are asked for a make that was chosen, not for every letter of one being typed.
  const [typingMake, setTypingMake] = useState(false);
  const chosen = typingMake ? '' : make.trim();
  const models = useQuery(modelsQuery(chosen));
  const { noMatch, choices, show, ...names } = words.names;
  return (
    <>
      <Combobox
        name="make"
        label={words.make}
        value={make}
        options={makeOptions(makes.data ?? [])}
        onChange={(next) => {
          if (next === make) return;
          setTypingMake(true);
          onChange({ make: next }, 'make');
        }}
        onCommit={() => setTypingMake(false)}
        placeholder={words.makePlaceholder}
        error={makes.isError ? names.makesFailed : undefined}
        loading={makes.isPending}
        words={{ noMatch, choices, loading: names.loadingMakes, show: show(words.make) }}
      />
      {chosen !== '' && (
        <Combobox
          name="model"
          label={words.model}
          value={model}
          options={modelOptions(models.data ?? [])}
          onChange={(next) => {
            if (next !== model) onChange({ model: next }, 'model');
          }}
          placeholder={words.modelPlaceholder}
          error={models.isError ? names.modelsFailed : undefined}
          loading={models.isFetching}
          words={{ noMatch, choices, loading: names.loadingModels, show: show(words.model) }}
        />
      )}
    </>
  );
}

interface TypeChipsProps {
  types: readonly RvTypeId[];
  onToggle: (type: RvTypeId, types: RvTypeId[]) => void;
}

function TypeChips({ types, onToggle }: TypeChipsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{words.type}</legend>
      <div className="flex flex-wrap gap-1.5">
        {FILTER_TYPE_ORDER.map((id) => (
          <label
            key={id}
            className="grid min-h-10 cursor-pointer place-items-center rounded-full border border-control-edge bg-surface px-3 text-small hover:bg-primary-soft has-checked:border-primary has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={types.includes(id)}
              onChange={({ target }) =>
                onToggle(
                  id,
                  FILTER_TYPE_ORDER.filter((other) =>
                    other === id ? target.checked : types.includes(other),
                  ),
                )
              }
            />
            {RV_TYPES.find((type) => type.id === id)?.filterLabel}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Prices by the slider, or typed to the dollar. */
function PriceRange({ filters, onChange, onApply }: Change & { onApply: () => void }) {
  const set = (a: number, b: number) => {
    const [priceMin, priceMax] = ordered(a, b);
    onChange({ priceMin, priceMax }, 'price');
  };
  const { priceMin, priceMax } = filters;
  return (
    <Group label={words.price} shown={pricesOf(filters)}>
      <RangeSlider
        min={0}
        max={PRICE_FILTER_MAX}
        step={PRICE_FILTER_STEP}
        value={[priceMin, priceMax]}
        onChange={([min, max]) => onChange({ priceMin: min, priceMax: max }, 'price')}
        labels={[words.priceMin, words.priceMax]}
        format={(price) => (price === PRICE_FILTER_MAX ? words.andMore(usd(price)) : usd(price))}
      />
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <PriceField
          label={words.typedMin}
          value={priceMin}
          onCommit={(text) => set(priceFromText(text, 0), priceMax)}
          onApply={onApply}
        />
        <span className="text-ink-muted">{words.to}</span>
        <PriceField
          label={words.typedMax}
          value={priceMax}
          onCommit={(text) => set(priceMin, priceFromText(text, PRICE_FILTER_MAX))}
          onApply={onApply}
        />
      </div>
    </Group>
  );
}

interface PriceFieldProps {
  label: string;
  value: number;
  onCommit: (text: string) => void;
  onApply: () => void;
}

/** Taken when it is left, or by Enter: half a number is no price. */
function PriceField({ label, value, onCommit, onApply }: PriceFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed !== null) onCommit(typed);
    setTyped(null);
  };
  return (
    <input
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={typed ?? usd(value)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The form's own Enter would search for the price as it was.
        event.preventDefault();
        commit();
        onApply();
      }}
      className="tabular min-h-11 w-full min-w-0 rounded-control border border-control-edge bg-surface px-2.5"
    />
  );
}

const pricesOf = ({ priceMin, priceMax }: Filters): string =>
  `${usd(priceMin)} – ${priceMax === PRICE_FILTER_MAX ? words.andMore(usd(priceMax)) : usd(priceMax)}`;

function yearText(year: number): string {
  if (year === FILTER_YEAR_MIN) return words.andOlder(String(year));
  return year === FILTER_YEAR_MAX ? words.andNewer(String(year)) : String(year);
}

const yearsOf = ({ yearMin, yearMax }: Filters): string =>
  `${yearText(yearMin)} – ${yearText(yearMax)}`;

interface GroupProps {
  label: string;
  /** The range as it is now. */
  shown: string;
  children: ReactNode;
}

function Group({ label, shown, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="font-bold">
          {label}
        </span>
        <span className="tabular text-small text-ink-muted">{shown}</span>
      </p>
      {children}
    </div>
  );
}
