import { type ReactNode, type RefObject, useId, useState } from 'react';
import { FILTER_YEAR_MIN, PRICE_FILTER_MAX, PRICE_FILTER_STEP } from '#schemas/constants.ts';
import { STATES } from '#schemas/vocabulary.ts';
import { useNames } from '../../client/use-names.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { count, usd } from '../../ui/format.ts';
import { NameFields } from '../../ui/name-fields.tsx';
import { RangeSlider } from '../../ui/range-slider.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Bars, priceBars, yearBars } from './facet-bars.ts';
import { Histogram } from './histogram.tsx';
import type { Facets } from './queries.ts';
import {
  type ChangeFilters,
  CONDITION_CHOICES,
  filterYearMax,
  type Filters,
  isWrongZip,
  ordered,
  priceFromText,
} from './search-state.ts';
import { TypeChoices } from './type-choices.tsx';

const words = SEARCH.filters;
const byName = STATES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

interface FilterPanelProps {
  /** The field a search begins with. */
  keyword: RefObject<HTMLInputElement | null>;
  filters: Filters;
  /** As what make a name that no make has was read. */
  makeReadAs: string | undefined;
  /** What each choice would find; undefined while that is not known. */
  facets: Facets | undefined;
  /** How many were found: said here too where the panel stands over what was. */
  counted: string;
  onChange: ChangeFilters;
  /** Searches at once: the Enter key, and the button of phones. */
  onApply: () => void;
  /** Applied, it is folded away: what is wrong is said beside the results. */
  folds: boolean;
  onClear: () => void;
}

/** Every filter there is; each change is searched for by itself. */
export function FilterPanel(props: FilterPanelProps) {
  const { keyword, filters, makeReadAs, facets, counted, folds, onChange, onApply, onClear } =
    props;
  // What else may have been meant is said by the search itself.
  const names = useNames(makeReadAs ?? filters.make, false);
  return (
    <form
      noValidate
      aria-label={words.title}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!folds && isWrongZip(filters.zip))
          focusFirstWrong(event.currentTarget, { zip: filters.zip });
        onApply();
      }}
    >
      <TextField
        ref={keyword}
        name="keyword"
        label={words.keyword}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={words.keywordPlaceholder}
        value={filters.keyword}
        onChange={(event) => onChange({ keyword: event.target.value }, 'keyword')}
      />
      <ZipField zip={filters.zip} onChange={(zip) => onChange({ zip }, 'zip')} />
      <SelectField
        label={words.state}
        name="state"
        choose={words.anyState}
        options={stateOptions(facets)}
        value={filters.state}
        onChange={({ target }) => onChange({ state: target.value }, 'state')}
      />
      <NameFields
        names={names}
        make={filters.make}
        model={filters.model}
        onChange={onChange}
        placeholders={words.names}
        beforeMake="absent"
        found={facets && new Map(facets.makes.map(({ id, count }) => [id, count]))}
      />
      <TypeChoices
        types={filters.types}
        counts={facets?.types}
        onToggle={(type, types) => onChange({ types }, `type ${type}`)}
      />
      <Choice
        name="condition"
        label={words.condition}
        value={filters.condition}
        options={conditionOptions(facets)}
        note={conditionNote(facets)}
        inPairs
        onChange={(condition) => onChange({ condition }, 'condition')}
      />
      <PriceRange filters={filters} facets={facets} onChange={onChange} onApply={onApply} />
      <Group
        label={words.year}
        shown={yearsOf(filters)}
        bars={facets && yearBars(facets.years, filters)}
        inset="mx-2.5"
      >
        <RangeSlider
          min={FILTER_YEAR_MIN}
          max={filterYearMax()}
          step={1}
          value={[filters.yearMin, filters.yearMax]}
          onChange={(to, thumb) =>
            onChange(thumb === 0 ? { yearMin: to } : { yearMax: to }, 'year')
          }
          labels={[words.yearMin, words.yearMax]}
          format={yearText}
        />
      </Group>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {/* Not live: beside the results it is told already. */}
        <p className="tabular text-center font-bold sm:col-span-2 lg:hidden">{counted}</p>
        <Button type="submit">{words.apply}</Button>
        <Button look="secondary" onClick={onClear}>
          {words.clear}
        </Button>
      </div>
    </form>
  );
}

/** Digits on their way to five are no mistake until the field is left or what it holds is searched for. */
function ZipField({ zip, onChange }: { zip: string; onChange: (zip: string) => void }) {
  const [isTyped, setTyped] = useState(false);
  const text = zip.trim();
  const isOnItsWay = isTyped && /^\d{1,4}$/.test(text);
  return (
    <TextField
      name="zip"
      label={words.zip}
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={10}
      value={zip}
      hint={words.zipHint}
      error={isWrongZip(text) && !isOnItsWay ? words.zipWrong : undefined}
      onChange={(event) => {
        setTyped(true);
        onChange(event.target.value);
      }}
      onKeyDown={({ key }) => key === 'Enter' && setTyped(false)}
      onBlur={() => setTyped(false)}
    />
  );
}

type Change = Pick<FilterPanelProps, 'filters' | 'facets' | 'onChange'>;

/** Each state, with how many it would find once that is known. */
const stateOptions = (facets: Facets | undefined) =>
  byName.map(({ code, name }) => {
    const found = facets?.states.find((state) => state.code === code)?.count;
    return found === undefined
      ? { value: code, label: name }
      : { value: code, label: words.counted(name, count(found)), quiet: found === 0 };
  });

function conditionOptions(facets: Facets | undefined) {
  return CONDITION_CHOICES.map((value) => {
    const label = words.conditions[value];
    // Its line is kept while the count is not known, so that nothing moves when it comes.
    if (facets === undefined) return { value, label, detail: '' };
    const found = facets.conditions
      .filter(({ id }) => value === 'all' || id === value)
      .reduce((sum, condition) => sum + condition.count, 0);
    return { value, label, detail: count(found), quiet: found === 0 };
  });
}

/** How many are among all and under no other choice, so that the counts add up. */
function conditionNote(facets: Facets | undefined): string | undefined {
  const unknown = facets?.conditions.find(({ id }) => id === 'unknown')?.count ?? 0;
  return unknown === 0 ? undefined : words.conditionNotStated(count(unknown));
}

/** Prices by the slider, or typed to the dollar. */
function PriceRange({ filters, facets, onChange, onApply }: Change & { onApply: () => void }) {
  const { priceMin, priceMax } = filters;
  // Both as they are drawn: a field is taken by Enter, and again as the focus leaves it in the same moment.
  const set = (a: number, b: number) => {
    const [least, most] = ordered(a, b);
    onChange({ priceMin: least, priceMax: most }, 'price');
  };
  return (
    <Group
      label={words.price}
      shown={pricesOf(filters)}
      bars={facets && priceBars(facets.prices, filters)}
      inset="mx-3.5"
    >
      <RangeSlider
        min={0}
        max={PRICE_FILTER_MAX}
        step={PRICE_FILTER_STEP}
        value={[priceMin, priceMax]}
        onChange={(to, thumb) =>
          // The other end may have been typed, and taken as its field was left.
          onChange(
            (now) =>
              thumb === 0
                ? { priceMin: Math.min(to, now.priceMax) }
                : { priceMax: Math.max(to, now.priceMin) },
            'price',
          )
        }
        labels={[words.priceMin, words.priceMax]}
        format={priceText}
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

const priceText = (price: number): string =>
  price === PRICE_FILTER_MAX ? words.andMore(usd(price)) : usd(price);

const pricesOf = ({ priceMin, priceMax }: Filters): string =>
  `${usd(priceMin)} ${words.to} ${priceText(priceMax)}`;

function yearText(year: number): string {
  if (year === FILTER_YEAR_MIN) return words.andOlder(String(year));
  return year === filterYearMax() ? words.andNewer(String(year)) : String(year);
}

const yearsOf = ({ yearMin, yearMax }: Filters): string =>
  `${yearText(yearMin)} ${words.to} ${yearText(yearMax)}`;

interface GroupProps {
  label: string;
  /** The range as it is now. */
  shown: string;
  /** How many there are along it; undefined while that is not known. */
  bars: Bars | undefined;
  /** From the slider's ends to where its first and last value stand, less what a bar reaches beyond. */
  inset: string;
  children: ReactNode;
}

function Group({ label, shown, bars, inset, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="font-bold">
          {label}
        </span>
        <span className="tabular text-small text-ink-muted">{shown}</span>
      </p>
      <Histogram bars={bars?.bars ?? []} text={bars?.text ?? ''} className={inset} />
      {children}
    </div>
  );
}
