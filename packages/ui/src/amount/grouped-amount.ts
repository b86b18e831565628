import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { decimalSign, formatPrice } from '../figures/format.ts';
import type { AmountText } from './amount-text.ts';

/** '66,513.8' for 66513.8; text that is not an amount yet stays as typed. */
export const groupedAmount = (text: AmountText): string => {
  const grouped = formatPrice(text);
  return grouped === '–' ? plainAmount(text) : grouped;
};

/** The amount without grouped digits, with the reader's decimal sign. */
export const plainAmount = (text: AmountText): string => text.replace('.', decimalSign());

/** If `isGrouped`, groups the digits of a field's amount while the field does not have the focus. */
export function useGrouping(value: AmountText, isGrouped: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const shown = isGrouped && !isFocused ? groupedAmount(value) : plainAmount(value);
  return {
    input,
    shown,
    onFocus: () => {
      // Synchronously, because the browser is about to select the text or to place the caret in it.
      flushSync(() => setFocused(true));
      // On Tab, the browser selects the text. Replacing the text cleared that selection, so the new text is selected.
      if (shown !== plainAmount(value)) input.current?.select();
    },
    onBlur: () => setFocused(false),
  };
}
