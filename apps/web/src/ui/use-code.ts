import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS } from './code-field.tsx';

/** The state of a `CodeField`. */
export function useCode() {
  const { t } = useTranslation('common');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const onCode = (next: string) => {
    setError(undefined);
    setCode(next);
  };
  /** Shows an error if the code is incomplete. Returns whether the code is complete. */
  const check = (): boolean => {
    const isWhole = code.length === CODE_DIGITS;
    setError(isWhole ? undefined : t('required'));
    return isWhole;
  };
  return { code, check, field: { code, error, onCode }, blame: setError };
}
