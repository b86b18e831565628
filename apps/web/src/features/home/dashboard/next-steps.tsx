import { IconArrowBarDown, IconId, IconLock, IconMailCheck, IconPassword } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useSecurity } from '../../../lib/security.ts';
import { useClient } from '../../../lib/session.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { SHOWN_DAYS } from './balance.tsx';
import styles from './dashboard.module.css';

const SHOWN = 3;

const steps = [
  { name: 'deposit', to: paths.deposit, icon: IconArrowBarDown },
  { name: 'factor', to: paths.security, icon: IconLock },
  { name: 'password', to: paths.security, icon: IconPassword },
  { name: 'verify', to: paths.verificationOverview, icon: IconId },
  { name: 'phishing', to: paths.antiPhishing, icon: IconMailCheck },
] as const;
type Step = (typeof steps)[number]['name'];

/** The first few account setup steps that are not done yet. */
export function NextSteps() {
  const { t } = useTranslation('dashboard');
  const done = useDone();
  if (!done) return <section className={styles.next} aria-busy="true" />;
  const open = steps.filter(({ name }) => !done[name]);
  return (
    <section className={styles.next} aria-labelledby="next">
      <header className={styles.head}>
        <h2 id="next">{t('next.title')}</h2>
        <span className="num faint">{t('next.done', { done: steps.length - open.length, count: steps.length })}</span>
      </header>
      {open.length === 0 ? <p className={styles.none}>{t('next.allDone')}</p> : null}
      <ul>
        {open.slice(0, SHOWN).map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link to={to}>
              <i className={styles.icon}>
                <Icon size={20} stroke={1.5} aria-hidden="true" />
              </i>
              <span>
                <b>{t(`next.${name}.title`)}</b>
                <small>{t(`next.${name}.text`)}</small>
              </span>
              <span className="link">{t(`next.${name}.action`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which steps are done; undefined while loading. */
function useDone(): Readonly<Record<Step, boolean>> | undefined {
  const client = useClient();
  const { data: security } = useSecurity();
  const { data: snapshot } = useSnapshot();
  if (!client || !security || !snapshot) return undefined;
  const period = snapshot.periods.find(({ days }) => days === SHOWN_DAYS);
  return {
    deposit: [snapshot.total, period?.deposits ?? ''].some((value) => /[1-9]/.test(value)),
    factor: security.authenticator.is_enrolled || security.passkeys > 0,
    password: security.transaction_password.is_set,
    verify: client.user.account_status === 'Verified',
    phishing: security.anti_phishing.is_set,
  };
}
