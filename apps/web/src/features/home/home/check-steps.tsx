import { Link } from '@tanstack/react-router';
import { formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useSystem } from '../../../lib/system.ts';
import styles from './check-steps.module.css';

const POSITION_POLL_MS = 5000;

/** Facts that visitors can verify here, each with its source. */
export function CheckSteps() {
  const { t } = useTranslation('home');
  const { data } = useSystem(POSITION_POLL_MS);
  return (
    <section className={styles.check}>
      <div className={styles.inner}>
        <h2>{t('steps.title')}</h2>
        <p className={styles.lead}>{t('steps.lead')}</p>
        <ol className={styles.steps}>
          <li>
            <h3>{t('steps.log.title')}</h3>
            <p>{t('steps.log.text')}</p>
            <p className={`num ${styles.figure}`}>
              <b>{data ? formatInteger(data.position) : '–'}</b> {t('steps.log.figure')}
            </p>
          </li>
          <li>
            <h3>{t('steps.balance.title')}</h3>
            <p>{t('steps.balance.text')}</p>
            <Link to={paths.wallet} className="link">
              {t('steps.balance.action')}
            </Link>
          </li>
          <li>
            <h3>{t('steps.sums.title')}</h3>
            <p>{t('steps.sums.text')}</p>
            <Link to={paths.markets} className="link">
              {t('steps.sums.action')}
            </Link>
          </li>
        </ol>
      </div>
    </section>
  );
}
