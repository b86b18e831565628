import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Replacement, type ReplacementField, replacementProblems } from './replacement.ts';

/** The three passwords of a form, each with its error. */
export function useReplacement() {
  const { t } = useTranslation('common');
  const [values, setValues] = useState<Replacement>({ old: '', next: '', confirm: '' });
  const [errors, setErrors] = useState<Partial<Record<ReplacementField, string>>>({});

  /** Shows the errors. Returns whether there are none. */
  const check = (): boolean => {
    const problems = replacementProblems(values);
    const found = Object.entries(problems).map(([field, problem]) => [
      field,
      t(problem === 'required' ? problem : `newPassword.${problem}`),
    ]);
    setErrors(Object.fromEntries(found));
    return found.length === 0;
  };

  const field = (name: ReplacementField) => ({
    value: values[name],
    error: errors[name],
    onChange: (next: string) => {
      setValues((before) => ({ ...before, [name]: next }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return { values, check, field, blame: (name: ReplacementField, text: string) => setErrors({ [name]: text }) };
}
