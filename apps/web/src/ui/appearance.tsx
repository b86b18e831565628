import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Rising, type Scheme, usePreferences } from '../lib/preferences.ts';
import styles from './appearance.module.css';

/** Light, dark or system scheme, and the color of rising prices. */
export function Appearance() {
  const { t } = useTranslation();
  const { scheme, rising, set } = usePreferences();
  return (
    <div className={styles.rows}>
      <span id="scheme-label">{t('appearance.scheme')}</span>
      <SegmentedControl
        aria-labelledby="scheme-label"
        fullWidth
        value={scheme}
        onChange={(next) => set({ scheme: next as Scheme })}
        data={[
          { value: 'light', label: t('appearance.light') },
          { value: 'dark', label: t('appearance.dark') },
          { value: 'system', label: t('appearance.system') },
        ]}
      />
      <span id="rising-label">{t('appearance.rising')}</span>
      <SegmentedControl
        aria-labelledby="rising-label"
        fullWidth
        value={rising}
        onChange={(next) => set({ rising: next as Rising })}
        data={[
          { value: 'green', label: t('appearance.greenUp') },
          { value: 'red', label: t('appearance.redUp') },
          { value: 'blue', label: t('appearance.blueUp') },
        ]}
      />
    </div>
  );
}
