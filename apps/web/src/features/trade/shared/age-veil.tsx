import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './age-veil.module.css';
import { usePriceAge } from './price-age.ts';
import { useTrade } from './trade-context.ts';

const FLASH_MS = 700;

/** Covers outdated figures and shows their age; flashes once when the figures are fresh again. */
export function AgeVeil({ bare = false }: { readonly bare?: boolean }) {
  const { t } = useTranslation('trade');
  const { market } = useTrade();
  const age = usePriceAge(market);
  const isOld = age !== undefined;
  const [returned, setReturned] = useState(false);
  useEffect(() => {
    if (!isOld) return;
    setReturned(false);
    return () => setReturned(true);
  }, [isOld]);
  useEffect(() => {
    if (!returned) return;
    const timer = setTimeout(() => setReturned(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  if (age)
    return (
      <div className={styles.veil} data-bare={bare || undefined}>
        {bare ? null : <span className={`num ${styles.age}`}>{t('age.old', { seconds: age.seconds })}</span>}
      </div>
    );
  return returned ? <div className={styles.flash} aria-hidden="true" /> : null;
}
