import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './phone-field.module.css';

type PhoneFieldProps = {
  readonly label: string;
  /** The label of the country list. */
  readonly countryLabel: string;
  readonly value: string;
  readonly country: string;
  readonly error: string | undefined;
  readonly onChange: (next: string) => void;
  readonly onCountry: (code: string) => void;
};

/** A phone number with its country. The table of countries is in its own chunk. */
export function PhoneField({ label, countryLabel, value, country, error, onChange, onCountry }: PhoneFieldProps) {
  const { i18n } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Takes the focus, as this is the first field of a step that the user has just reached.
  useEffect(() => field.current?.focus(), []);
  const { data: countries } = useQuery({
    queryKey: ['countries', i18n.language],
    queryFn: async () => (await import('../lib/phone-numbers.ts')).countriesIn(i18n.language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const dialCode = countries?.find(({ code }) => code === country)?.dialCode ?? '+1';
  return (
    <div>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <div className={styles.frame} data-error={error ? true : undefined}>
        <span className={styles.country}>
          <span aria-hidden="true" className="num">
            {country} {dialCode}
          </span>
          <select
            aria-label={countryLabel}
            autoComplete="tel-country-code"
            value={country}
            onChange={(event) => onCountry(event.currentTarget.value)}
          >
            {(countries ?? [{ code: country, name: country, dialCode }]).map(({ code, name, dialCode: dial }) => (
              <option key={code} value={code}>
                {name} ({dial})
              </option>
            ))}
          </select>
        </span>
        <input
          ref={field}
          id={id}
          className="num"
          type="tel"
          name="phone"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={24}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
