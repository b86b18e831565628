import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './listing-form.module.css';
import type { SectionName } from './market-sections.ts';

interface FormSectionProps {
  readonly name: SectionName | 'sources' | 'fees';
  /** Whether the fields can never be changed after the market is listed. */
  readonly isForever?: boolean;
  readonly children: ReactNode;
}

/** A section of a market's form. */
export function FormSection({ name, isForever = false, children }: FormSectionProps) {
  const { t } = useTranslation('listing');
  return (
    <fieldset className={styles.section}>
      <legend>
        {t(`market.sections.${name}`)}{' '}
        <span className="faint">{t(isForever ? 'market.forever' : 'market.changeable')}</span>
      </legend>
      {children}
    </fieldset>
  );
}
