import { FILTER_TYPE_ORDER, RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { SEARCH } from '../../content/search.ts';
import { classes } from '../../ui/classes.ts';
import { count } from '../../ui/format.ts';
import type { Facets } from './queries.ts';

interface TypeChoicesProps {
  types: readonly RvTypeId[];
  /** Undefined while they are not known. */
  counts: Facets['types'] | undefined;
  onToggle: (type: RvTypeId, types: RvTypeId[]) => void;
}

/** The types side by side, any number of them chosen, each with how many it would find. */
export function TypeChoices({ types, counts, onToggle }: TypeChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{SEARCH.filters.type}</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {FILTER_TYPE_ORDER.map((id) => {
          const found = counts?.find((type) => type.id === id)?.count;
          return (
            <label
              key={id}
              className={classes(
                'relative min-h-11 cursor-pointer rounded-control border border-control-edge bg-surface px-2.5 py-1 text-small leading-snug hover:bg-primary-soft has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                found === 0 && 'border-dashed text-ink-muted',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={types.includes(id)}
                aria-describedby={`${id}-count`}
                onChange={({ target }) =>
                  onToggle(
                    id,
                    FILTER_TYPE_ORDER.filter((other) =>
                      other === id ? target.checked : types.includes(other),
                    ),
                  )
                }
              />
              <span className={classes('block', found !== 0 && 'font-bold')}>
                {RV_TYPES.find((type) => type.id === id)?.filterLabel}
              </span>
              {/* Its line is kept while the count is not known, so that nothing moves when it comes. */}
              <span id={`${id}-count`} aria-hidden="true" className="tabular block min-h-[1lh]">
                {found === undefined ? '' : count(found)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
