import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface CodeFieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (next: string) => void;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  /** Recovery codes also contain letters and a dash. */
  readonly withLetters?: boolean;
  readonly autoFocus?: boolean;
}

/** An authenticator code or a recovery code in one field, so that paste and password managers work. */
export function CodeField({ withLetters = false, autoFocus = false, onChange, error, ...rest }: CodeFieldProps) {
  return (
    <TextInput
      {...rest}
      name="code"
      autoComplete="one-time-code"
      inputMode={withLetters ? 'text' : 'numeric'}
      maxLength={withLetters ? 16 : 6}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      // Focuses this field when its step replaces the previous step, whose button had the focus.
      data-autofocus={autoFocus || undefined}
      ref={autoFocus ? focus : undefined}
      onChange={(event) => onChange(event.currentTarget.value.replace(withLetters ? /\s/g : /\D/g, ''))}
    />
  );
}

const focus = (input: HTMLInputElement | null): void => input?.focus();
