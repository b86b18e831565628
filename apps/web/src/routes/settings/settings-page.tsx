import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/preferences.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { Appearance } from '../../ui/appearance.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './settings-page.module.css';

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const { hideSmallBalances, set } = usePreferences();
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <Section title={t('appearance')}>
        <div className={styles.body}>
          <Appearance />
        </div>
      </Section>
      <Section title={t('wallet.title')}>
        <div className={styles.body}>
          <Switch
            label={t('wallet.hideSmall')}
            description={t('wallet.hideSmallText')}
            checked={hideSmallBalances}
            onChange={({ currentTarget }) => set({ hideSmallBalances: currentTarget.checked })}
          />
        </div>
      </Section>
    </AccountFrame>
  );
}
