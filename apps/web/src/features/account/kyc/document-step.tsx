import { Button, TextInput } from '@mantine/core';
import { IconBook2, IconCar, IconId } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './document-step.module.css';
import type { IdType } from './proof.ts';

const types = [
  { type: "Driver's License", icon: IconCar, key: 'license' },
  { type: 'Government ID', icon: IconId, key: 'government' },
  { type: 'Passport/Others', icon: IconBook2, key: 'passport' },
] as const;

export interface IdDocument {
  readonly type: IdType | '';
  readonly number: string;
}

type DocumentStepProps = {
  readonly document: IdDocument;
  readonly onDocument: (document: IdDocument) => void;
  readonly onNext: () => void;
};

/** The type of document, and its number. */
export function DocumentStep({ document, onDocument, onNext }: DocumentStepProps) {
  const { t } = useTranslation('kyc');
  const [isTried, setIsTried] = useState(false);
  const errorId = useId();
  const isTypeMissing = isTried && document.type === '';
  const isNumberMissing = isTried && !hasSigns(document.number);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (document.type !== '' && hasSigns(document.number)) onNext();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.types} aria-describedby={isTypeMissing ? errorId : undefined}>
        <legend>{t('document.type')}</legend>
        {types.map(({ type, icon: Icon, key }) => (
          <label key={type} data-invalid={isTypeMissing || undefined}>
            <input
              type="radio"
              name="id_type"
              value={type}
              checked={document.type === type}
              onChange={() => onDocument({ ...document, type })}
            />
            <Icon size={24} stroke={1.4} aria-hidden="true" />
            <b>{t(`document.kinds.${key}`)}</b>
            <small>{t(`document.${key}`)}</small>
          </label>
        ))}
        {isTypeMissing ? (
          <p id={errorId} className={styles.error} role="alert">
            {t('required')}
          </p>
        ) : null}
      </fieldset>
      <TextInput
        size="lg"
        label={t('document.number')}
        description={t('document.numberHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={document.number}
        error={isNumberMissing ? t('required') : undefined}
        onChange={(event) => onDocument({ ...document, number: event.currentTarget.value })}
      />
      <Button type="submit" size="lg">
        {t('document.next')}
      </Button>
    </form>
  );
}

/** A document number has at least one letter or digit. */
const hasSigns = (number: string): boolean => /[\p{L}\p{N}]/u.test(number);
