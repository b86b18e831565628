import { Switch } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../lib/preferences.ts';
import styles from './hotkeys-dialog.module.css';

const SINGLE = ['b', 's', 'l', 'm', '/', 'f', '?'] as const;
const OTHERS = ['search', 'step', 'send'] as const;

/** Lists the trade page's keyboard shortcuts, and switches single-key shortcuts on or off. */
export function HotkeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('desk');
  const { hotkeys, set } = usePreferences();
  return (
    <Dialog opened onClose={onClose} title={t('hotkeys.title')}>
      <dl className={styles.keys} data-off={hotkeys ? undefined : true}>
        {SINGLE.map((key) => (
          <div key={key} data-single>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`hotkeys.act.${key}`)}</dd>
          </div>
        ))}
        {OTHERS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`hotkeys.key.${key}`)}</kbd>
            </dt>
            <dd>{t(`hotkeys.act.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('hotkeys.switch')}
        description={t('hotkeys.switchText')}
        checked={hotkeys}
        onChange={({ currentTarget }) => set({ hotkeys: currentTarget.checked })}
      />
    </Dialog>
  );
}
