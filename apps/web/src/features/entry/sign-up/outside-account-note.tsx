import { useTranslation } from 'react-i18next';
import type { OutsideAccount } from '../../../lib/outside-account.ts';
import styles from '../../../ui/auth-form.module.css';

type OutsideAccountNoteProps = { readonly outside: OutsideAccount; readonly onForget: () => void };

/** Names the external account that the new account will be connected to, and lets the client opt out. */
export function OutsideAccountNote({ outside, onForget }: OutsideAccountNoteProps) {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.outside}>
      <p>{t(`signUp.connects.${outside.provider}`, { label: outside.label })}</p>
      <button type="button" className={styles.textButton} onClick={onForget}>
        {t('signUp.notConnect')}
      </button>
    </div>
  );
}
