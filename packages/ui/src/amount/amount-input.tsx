import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type FocusEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
} from 'react';
import { decimalSign } from '../figures/format.ts';
import styles from './amount-input.module.css';
import { type AmountText, pastedAmount, settledAmount, steppedAmount, typedAmount } from './amount-text.ts';
import { plainAmount, useGrouping } from './grouped-amount.ts';

type AmountInputProps = {
  readonly label: ReactNode;
  readonly value: AmountText;
  readonly onChange: (next: AmountText) => void;
  /** The maximum number of decimals that the field accepts. */
  readonly decimals: number;
  /** The amount by which an arrow key changes the value; ten times as much with Shift. Defaults to the finest step. */
  readonly step?: AmountText;
  /** Unit after the figure, such as USDT. */
  readonly unit?: ReactNode;
  readonly error?: string | undefined;
  /** The element that shows the error, if it is not shown below the field. */
  readonly errorId?: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly id?: string;
  readonly name?: string;
  readonly onFocus?: FocusEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  /**
   * `inline` puts the label inside the frame, for dense forms, and groups the digits while the field does not have the
   * focus; `above` puts it above the frame.
   */
  readonly layout?: 'inline' | 'above';
  readonly className?: string;
};

/** The field for all amounts and prices: text in, decimal string out; see amount-text.ts for what it accepts. */
export function AmountInput(props: AmountInputProps) {
  const { value, error, hint, unit, layout = 'above' } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const frame = useRef<HTMLDivElement>(null);
  const grouping = useGrouping(value, layout === 'inline');
  const edits = useAmountEdits(props, frame, grouping);
  const errorId = props.errorId ?? `${id}-error`;
  const described = [hint ? `${id}-hint` : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`${styles.field} ${props.className ?? ''}`} data-layout={layout}>
      {layout === 'above' ? (
        <label htmlFor={id} className={`field-label ${styles.above}`}>
          {props.label}
          {props.required ? <span aria-hidden="true"> *</span> : null}
        </label>
      ) : null}
      <div
        ref={frame}
        className={styles.frame}
        data-error={error ? true : undefined}
        data-disabled={props.disabled || undefined}
      >
        {layout === 'inline' ? (
          <label htmlFor={id} className={styles.inside}>
            {props.label}
          </label>
        ) : null}
        <input
          ref={grouping.input}
          id={id}
          name={props.name}
          className={`num ${styles.input}`}
          type="text"
          inputMode="decimal"
          enterKeyHint="done"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={grouping.shown}
          placeholder={props.placeholder}
          disabled={props.disabled}
          readOnly={props.readOnly}
          required={props.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          {...edits}
        />
        {unit ? <span className={styles.unit}>{unit}</span> : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error && props.errorId === undefined ? (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Handles edits to the field's text by typing, pasting, arrow keys and blur. */
function useAmountEdits(
  props: AmountInputProps,
  frame: RefObject<HTMLDivElement | null>,
  grouping: ReturnType<typeof useGrouping>,
) {
  const { value, onChange, decimals } = props;
  const step = props.step ?? (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
  const refused = useRef<Animation>(undefined);

  const offer = (next: AmountText | undefined) => {
    if (next !== undefined) return onChange(next);
    refused.current?.cancel();
    refused.current = shake(frame.current);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (props.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    onChange(steppedAmount(value, step, steps));
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (props.readOnly || props.disabled) return;
    event.preventDefault();
    offer(pastedAmount(event.clipboardData.getData('text'), decimals, decimalSign()));
  };

  return {
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const typed = typedAmount(currentTarget.value, decimals);
      if (typed !== undefined) showSign(currentTarget, typed);
      offer(typed);
    },
    onKeyDown,
    onPaste,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      grouping.onFocus();
      props.onFocus?.(event);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      grouping.onBlur();
      const settled = settledAmount(value);
      if (settled !== value) onChange(settled);
      props.onBlur?.(event);
    },
  };
}

/**
 * A typed point or comma is shown at once as the reader's decimal sign. Without this, React would replace the text, and
 * the browser would move the caret to its end.
 */
function showSign(input: HTMLInputElement, typed: AmountText): void {
  const shown = plainAmount(typed);
  const caret = input.selectionStart;
  if (shown === input.value || shown.length !== input.value.length) return;
  input.value = shown;
  input.setSelectionRange(caret, caret);
}

/** Shakes the field when a key is refused, so that the keyboard does not seem broken. */
function shake(element: HTMLElement | null): Animation | undefined {
  if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  return element.animate({ translate: ['0', '3px', '-2px', '0'] }, { duration: 140 });
}
