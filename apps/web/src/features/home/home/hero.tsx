import { useTranslation } from 'react-i18next';
import { DEFAULT_COIN, paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { PaneRack } from '../../../ui/pane-rack.tsx';
import styles from './hero.module.css';
import { ProofPane } from './proof-pane.tsx';

export function Hero() {
  const { t } = useTranslation('home');
  const isSandbox = useIsSandbox();
  const isClient = useSession().status === 'client';
  return (
    <section className="front-hero">
      <div className="front-say">
        <h1>{t('hero.title')}</h1>
        <p className="front-lead">{t('hero.text')}</p>
        <div className={styles.actions}>
          {isClient ? (
            <>
              <ButtonLink to={paths.wallet} size="lg">
                {t('hero.wallet')}
              </ButtonLink>
              <ButtonLink to={paths.spot} params={{ coin: DEFAULT_COIN }} size="lg" variant="outline">
                {t('hero.trade')}
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to={paths.signUp} size="lg">
                {t('hero.create')}
              </ButtonLink>
              <ButtonLink to={paths.signIn} size="lg" variant="outline">
                {t('hero.signIn')}
              </ButtonLink>
            </>
          )}
        </div>
        {isSandbox ? <p className={styles.note}>{t('hero.note')}</p> : null}
      </div>
      <div className={styles.case}>
        <PaneRack
          className={styles.rack}
          count={22}
          lifted={8}
          liftedContent={
            <span className={styles.yours}>
              <b>{t('proof.yoursText')}</b>
              {t('proof.yours')}
            </span>
          }
        >
          <ProofPane />
        </PaneRack>
      </div>
    </section>
  );
}
