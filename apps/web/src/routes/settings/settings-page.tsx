import { NativeSelect, Switch } from '@mantine/core';
import { formatPrice } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playFill } from '../../lib/fill-sound.ts';
import { usePairs } from '../../lib/market-data.ts';
import { marketLabel } from '../../lib/market-names.ts';
import { type Kept, type NumberFormat, pageLanguage, usePreferences } from '../../lib/preferences.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { dateTimeText } from '../../lib/when.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { Appearance } from '../../ui/appearance.tsx';
import { chooseLanguage, languageChoices } from '../../ui/language-select.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './settings-page.module.css';

export function SettingsPage() {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <Section title={t('region.title')}>
        <div className={styles.body}>
          <Language />
          <TimeZone />
          <Numbers />
        </div>
      </Section>
      <Section title={t('appearance')}>
        <div className={styles.body}>
          <Appearance />
          <Choice name="density" values={DENSITIES} />
        </div>
      </Section>
      <Section title={t('trading.title')}>
        <div className={styles.body}>
          <DefaultCoin />
          <Choose name="confirm_orders" />
          <Choose name="confirm_conversions" />
          {/* Switching sounds on plays a sample sound. */}
          <Choose name="sounds" onChange={(isOn) => isOn && playFill('BUY')} />
          <Choose name="hotkeys" />
        </div>
      </Section>
      <Section title={t('wallet.title')}>
        <div className={styles.body}>
          <Choose name="hide_small_balances" />
        </div>
      </Section>
    </AccountFrame>
  );
}

type ChoiceName = 'density' | 'number_format';
const DENSITIES = ['comfortable', 'compact'] as const;
const FORMATS = ['auto', 'comma_point', 'point_comma', 'space_comma'] as const satisfies readonly NumberFormat[];

function Choice({ name, values }: { readonly name: ChoiceName; readonly values: readonly string[] }) {
  const { t } = useTranslation('settings');
  const preferences = usePreferences();
  return (
    <NativeSelect
      label={t(`${name}.label`)}
      description={t(`${name}.text`)}
      value={preferences[name]}
      onChange={({ currentTarget }) => preferences.set({ [name]: currentTarget.value } as Partial<Kept>)}
      data={values.map((value) => ({ value, label: t(`${name}.${value as 'label'}`) }))}
    />
  );
}

const Numbers = () => {
  const { t } = useTranslation('settings');
  const { number_format } = usePreferences();
  return (
    <div>
      <Choice name="number_format" values={FORMATS} />
      <p key={number_format} className={`num ${styles.example}`}>
        {t('example', { value: `${formatPrice('66548.50')} USDT` })}
      </p>
    </div>
  );
};

function Language() {
  const { t } = useTranslation('settings');
  return (
    <NativeSelect
      label={t('language.label')}
      description={t('language.text')}
      value={pageLanguage}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
      data={languageChoices}
    />
  );
}

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All times on all pages are shown in this zone; the days of statements and date filters are UTC days. */
function TimeZone() {
  const { t } = useTranslation('settings');
  const { time_zone, set } = usePreferences();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  return (
    <div>
      <NativeSelect
        label={t('zone.label')}
        description={t('zone.text')}
        value={time_zone}
        onChange={({ currentTarget }) => set({ time_zone: currentTarget.value })}
        data={[
          { value: '', label: t('zone.browser', { zone: ownZone() }) },
          ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
        ]}
      />
      <p key={time_zone} className={`num ${styles.example}`}>
        <Now />
      </p>
    </div>
  );
}

const TICK_MS = 10_000;

function Now() {
  const { t } = useTranslation('settings');
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return t('zone.now', { time: dateTimeText(nowMs) });
}

function DefaultCoin() {
  const { t } = useTranslation('settings');
  const { default_coin, set } = usePreferences();
  const pairs = usePairs().data ?? [];
  const isListed = default_coin === '' || pairs.some(({ name }) => name === default_coin);
  return (
    <NativeSelect
      label={t('coin.label')}
      description={t('coin.text')}
      value={default_coin}
      onChange={({ currentTarget }) => set({ default_coin: currentTarget.value })}
      data={[
        { value: '', label: t('coin.none') },
        ...(isListed ? [] : [{ value: default_coin, label: default_coin }]),
        ...pairs.map(({ name, coin_pair_name }) => ({ value: name, label: marketLabel(coin_pair_name) })),
      ]}
    />
  );
}

type ChooseProps = {
  readonly name: 'hide_small_balances' | 'confirm_orders' | 'confirm_conversions' | 'sounds' | 'hotkeys';
  readonly onChange?: (isOn: boolean) => void;
};

function Choose({ name, onChange }: ChooseProps) {
  const { t } = useTranslation('settings');
  const preferences = usePreferences();
  return (
    <Switch
      label={t(`${name}.label`)}
      description={t(`${name}.text`)}
      checked={preferences[name]}
      onChange={({ currentTarget: { checked } }) => {
        preferences.set({ [name]: checked });
        onChange?.(checked);
      }}
    />
  );
}
