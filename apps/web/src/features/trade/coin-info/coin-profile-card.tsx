import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './coin-info.module.css';
import { UNKNOWN, useCoinProfile } from './coin-profile.ts';
import { ProfileFacts } from './profile-facts.tsx';

/** The facts that operators have entered about the coin, below its market. */
export function CoinProfileCard() {
  const { t } = useTranslation('trade');
  const { rules, coin } = useTrade();
  const profile = useCoinProfile(coin);
  return (
    <Section title={t('coin.about', { coin: profile?.full_name ?? coin })}>
      <div className={styles.card}>
        <p>{profile === undefined ? '–' : profile.intro === UNKNOWN ? t('coin.noIntro') : profile.intro}</p>
        <dl>
          <ProfileFacts profile={profile} coin={coin} quote={rules.quote} />
        </dl>
      </div>
    </Section>
  );
}
