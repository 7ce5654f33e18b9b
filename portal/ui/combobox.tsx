import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { nameKey } from '#schemas/names.ts';
import { rankMatches } from '../client/rank-matches.ts';
import { classes } from './classes.ts';
import { CONTROL, describedBy, FieldFrame } from './field.tsx';
import { ChevronIcon } from './icons.tsx';

export interface ComboboxOption {
  /** What choosing it puts into the field. */
  value: string;
  label: string;
  /** Other names that it is found by. */
  aliases?: readonly string[];
  detail?: string;
  /** Shown under the option before it, as a floorplan under its line. */
  nested?: boolean;
  /** Of less interest, but to be had. */
  quiet?: boolean;
}

interface ComboboxProps {
  /** Of the field itself, where others lead to it. */
  id?: string;
  label: string;
  value: string;
  options: readonly ComboboxOption[];
  /** Every change, also while typing. */
  onChange: (text: string) => void;
  /** The text is final: an option was chosen or the field left. */
  onCommit?: (text: string) => void;
  placeholder?: string;
  disabled?: boolean;
  hint?: string | undefined;
  error?: ReactNode;
  name: string;
  words: { noMatch: string; loading: string; choices: (n: number) => string; show: string };
  loading?: boolean;
}

const namesOf = ({ value, aliases = [] }: ComboboxOption) => [value, ...aliases];

/** More than this is not read, only scrolled; typing narrows it. */
const SHOWN_AT_MOST = 150;

/**
 * A text field with suggestions (ARIA combobox with a list). What is typed stays valid even when it is
 * not in the list; a typed name that only differs in case or punctuation becomes the listed one on leaving.
 */
export function Combobox(props: ComboboxProps) {
  const { label, value, options, onChange, onCommit, disabled = false, words } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);

  const matches = (typed ? rankMatches(value, options, namesOf) : options).slice(0, SHOWN_AT_MOST);
  const shown = open && !disabled;
  const current = matches[active];

  // Below the window's end a list that opened is not seen to have.
  const listed = shown && matches.length > 0;
  useEffect(() => {
    if (!listed) return;
    if (active < 0) list.current?.scrollIntoView({ block: 'nearest' });
    else list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [listed, active]);

  const show = (at: number) => {
    setOpen(true);
    setActive(at);
  };
  const hide = () => {
    setOpen(false);
    setTyped(false);
    setActive(-1);
  };
  const choose = (option: ComboboxOption) => {
    onChange(option.value);
    onCommit?.(option.value);
    hide();
  };
  const leave = () => {
    const same = options.find((option) => nameKey(option.value) === nameKey(value));
    const text = same?.value ?? value.trim();
    if (text !== value) onChange(text);
    onCommit?.(text);
    hide();
  };
  const listedAt = () => matches.findIndex((option) => option.value === value);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = matches.length - 1;
    if (event.key === 'ArrowDown')
      show(shown ? (active >= last ? 0 : active + 1) : Math.max(0, listedAt()));
    else if (event.key === 'ArrowUp') show(shown && active > 0 ? active - 1 : last);
    else if (event.key === 'Enter' && shown && current) choose(current);
    else if (event.key === 'Escape' && shown) hide();
    else return;
    event.preventDefault();
  };

  return (
    <FieldFrame id={id} label={label} hint={props.hint} error={props.error}>
      <div
        className="relative"
        onBlur={(event) => {
          // Once the focus has arrived: a dialog takes it where something goes while nothing has it.
          if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(leave);
        }}
      >
        <input
          ref={input}
          id={id}
          name={props.name}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && current ? `${id}-${active}` : undefined}
          aria-invalid={props.error === undefined ? undefined : true}
          aria-describedby={describedBy(id, props.hint, props.error)}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={100}
          placeholder={props.placeholder}
          disabled={disabled}
          value={value}
          className={classes(CONTROL, 'pr-11')}
          onChange={(event) => {
            onChange(event.target.value);
            setTyped(true);
            show(-1);
          }}
          onClick={() => show(listedAt())}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          tabIndex={-1}
          disabled={disabled}
          aria-label={words.show}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            input.current?.focus();
            if (shown) hide();
            else show(listedAt());
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-muted disabled:opacity-50"
        >
          <ChevronIcon className="size-5" />
        </button>
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          // What scrolls is otherwise a stop of the Tab key.
          tabIndex={-1}
          aria-label={label}
          hidden={!listed}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-[200px] overflow-y-auto rounded-control border border-edge bg-surface py-1 shadow-float"
        >
          {shown &&
            matches.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(option)}
                className={classes(
                  'flex min-h-11 items-center justify-between gap-3 px-3',
                  option.nested && !typed && 'pl-7',
                  option.quiet && 'text-ink-muted',
                  index === active && 'bg-primary-soft',
                )}
              >
                <span className="min-w-0 wrap-anywhere">
                  {typed || !option.nested ? option.value : option.label}
                </span>
                {option.detail !== undefined && (
                  <span className="tabular shrink-0 text-small text-ink-muted">
                    {option.detail}
                  </span>
                )}
              </li>
            ))}
        </ul>
        {shown && matches.length === 0 && (
          <p className="absolute inset-x-0 top-full z-20 mt-1 rounded-control border border-edge bg-surface p-3 text-small text-ink-muted shadow-float">
            {props.loading ? words.loading : words.noMatch}
          </p>
        )}
        <span role="status" className="sr-only">
          {shown && typed ? words.choices(matches.length) : ''}
        </span>
      </div>
    </FieldFrame>
  );
}
