import { useTranslation } from 'react-i18next';
import styles from './recovery-codes.module.css';

/** The ten codes, shown once, to copy. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('access');
  return (
    <>
      <ul className={styles.codes} aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button type="button" className="link" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
        {t('recovery.copy')}
      </button>
    </>
  );
}
