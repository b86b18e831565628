import { Input, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type BirthDate, monthNames } from './birth-date.ts';
import styles from './birth-date-field.module.css';

type BirthDateFieldProps = {
  readonly label: string;
  readonly value: BirthDate;
  readonly error: string | undefined;
  readonly onChange: (next: BirthDate) => void;
};

const digits = (text: string, most: number): string => text.replace(/\D/g, '').slice(0, most);

/** A date of birth: typed rather than picked from a calendar, because people know it by heart. */
export function BirthDateField({ label, value, error, onChange }: BirthDateFieldProps) {
  const { t, i18n } = useTranslation('profile');
  const errorId = useId();
  const field = { error: error !== undefined, 'aria-describedby': error === undefined ? undefined : errorId };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.parts}>
        <TextInput
          {...field}
          className="num"
          label={t('birth.day')}
          inputMode="numeric"
          autoComplete="bday-day"
          value={value.day}
          onChange={(event) => onChange({ ...value, day: digits(event.currentTarget.value, 2) })}
        />
        <NativeSelect
          {...field}
          label={t('birth.month')}
          autoComplete="bday-month"
          value={value.month}
          onChange={(event) => onChange({ ...value, month: event.currentTarget.value })}
          data={[
            { value: '', label: '–' },
            ...monthNames(i18n.language).map((name, index) => ({ value: String(index + 1), label: name })),
          ]}
        />
        <TextInput
          {...field}
          className="num"
          label={t('birth.year')}
          inputMode="numeric"
          autoComplete="bday-year"
          value={value.year}
          onChange={(event) => onChange({ ...value, year: digits(event.currentTarget.value, 4) })}
        />
      </div>
      {error === undefined ? null : (
        <Input.Error id={errorId} role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
