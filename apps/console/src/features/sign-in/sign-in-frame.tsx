import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sign-in.module.css';

/** The frame of sign-in: a description of the console on the left, one step of signing in on the right. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('access');
  return (
    <div className={styles.frame}>
      <section className={styles.say}>
        <p className={styles.claim}>{t('frame.claim')}</p>
        <ul>
          <li>{t('frame.twoFactors')}</li>
          <li>{t('frame.recorded')}</li>
          <li>{t('frame.ends')}</li>
        </ul>
      </section>
      <section className={styles.step}>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}
