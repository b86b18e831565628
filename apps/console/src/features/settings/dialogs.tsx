import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { useVipLevel } from '../../lib/vip-level.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { pricesIn, pricesText } from './coin-prices.ts';
import styles from './dialogs.module.css';
import { SETTINGS_KEY, type Settings, type SettingsResponse, weekDays } from './settings.ts';

interface PartProps {
  readonly answer: SettingsResponse;
  readonly onClose: () => void;
}

type Part = 'brand' | 'kyc' | 'hours' | 'slippage' | 'limits' | 'fees';

interface FrameProps extends PartProps {
  readonly part: Part;
  readonly before: unknown;
  readonly after: unknown;
  readonly fault?: string | undefined;
  readonly send: (reason: string) => Promise<unknown>;
  readonly children: ReactNode;
}

/** The frame of every settings dialog: the fields, what changes, the reason, and what happens next. */
function Frame({ part, before, after, fault, send, onClose, children }: FrameProps) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const takesTwo = part === 'limits' || part === 'fees';
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return (
    <ActDialog
      title={t(`change.${part}`)}
      onClose={onClose}
      action={t(takesTwo ? 'ask' : 'save')}
      done={t(takesTwo ? 'asked' : 'saved')}
      fault={fault ?? (isSame ? t('same') : undefined)}
      act={async (reason) => {
        await send(reason);
        await queries.invalidateQueries({ queryKey: SETTINGS_KEY });
        await queries.invalidateQueries({ queryKey: ['system'] });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      {children}
      {isSame ? null : <BeforeAfter label={t('changes')} before={before} after={after} />}
      <p className="dim">{t(takesTwo ? 'nextTwo' : 'nextOne')}</p>
    </ActDialog>
  );
}

export function BrandDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const { settings, version } = answer;
  const [name, setName] = useState(settings.brand_name);
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="brand"
      before={{ brand_name: settings.brand_name }}
      after={{ brand_name: name.trim() }}
      fault={name.trim() === '' ? t('nameMissing') : undefined}
      send={(reason) =>
        call('POST /api/v3/console/settings/change', { body: { base_version: version, brand_name: name, reason } })
      }
    >
      <TextInput
        label={t('parts.brand')}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Frame>
  );
}

export function KycDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const { settings, version } = answer;
  const [value, setValue] = useState<Settings['kyc_requirement']>(settings.kyc_requirement);
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="kyc"
      before={{ kyc_requirement: settings.kyc_requirement }}
      after={{ kyc_requirement: value }}
      send={(reason) =>
        call('POST /api/v3/console/settings/change', {
          body: { base_version: version, kyc_requirement: value, reason },
        })
      }
    >
      <Radio.Group
        label={t('parts.kyc')}
        value={value}
        onChange={(next) => setValue(next as Settings['kyc_requirement'])}
      >
        <div className={styles.choices}>
          {(['nothing', 'withdraw', 'trade'] as const).map((word) => (
            <Radio key={word} value={word} label={t(`kyc.${word}`)} />
          ))}
        </div>
      </Radio.Group>
    </Frame>
  );
}

export function HoursDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const { settings, version } = answer;
  const [days, setDays] = useState(settings.support_hours.days.map(String));
  const [from, setFrom] = useState(settings.support_hours.from);
  const [to, setTo] = useState(settings.support_hours.to);
  const support_hours = { days: days.map(Number).sort(), from, to };
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="hours"
      before={settings.support_hours}
      after={support_hours}
      fault={days.length === 0 ? t('dayMissing') : undefined}
      send={(reason) =>
        call('POST /api/v3/console/settings/change', { body: { base_version: version, support_hours, reason } })
      }
    >
      <Checkbox.Group label={t('days')} value={days} onChange={setDays}>
        <div className={styles.days}>
          {weekDays.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.pair}>
        <TextInput
          type="time"
          label={t('from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput type="time" label={t('to')} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      </div>
      <p className="faint">{t('hoursText')}</p>
    </Frame>
  );
}

export function SlippageDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const { settings, version } = answer;
  const [ppm, setPpm] = useState(String(settings.max_slippage_ppm));
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="slippage"
      before={{ max_slippage_ppm: settings.max_slippage_ppm }}
      after={{ max_slippage_ppm: Number(ppm) }}
      fault={ppm === '' ? t('slippageMissing') : undefined}
      send={(reason) =>
        call('POST /api/v3/console/settings/change', {
          body: { base_version: version, max_slippage_ppm: Number(ppm), reason },
        })
      }
    >
      <TextInput
        label={t('slippagePpm')}
        inputMode="numeric"
        maxLength={6}
        value={ppm}
        onChange={(event) => setPpm(digits(event.currentTarget.value))}
      />
      <p className="faint">{t('slippageText')}</p>
    </Frame>
  );
}

const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');

export function LimitsDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const before = limitsOf(answer.settings);
  const [perDay, setPerDay] = useState(before.withdrawal_per_day);
  const [above, setAbove] = useState(before.withdrawal_approval_above);
  const [oneStep, setOneStep] = useState(before.one_step_per_day);
  const [choices, setChoices] = useState(before.single_withdrawal_choices.join(', '));
  const [prices, setPrices] = useState(pricesText(before.coin_values));
  const coinValues = pricesIn(prices);
  const after = {
    withdrawal_per_day: perDay,
    withdrawal_approval_above: above,
    one_step_per_day: oneStep,
    single_withdrawal_choices: choices.split(/[\s,]+/).filter((choice) => choice !== ''),
    coin_values: coinValues ?? before.coin_values,
  };
  const figures = [...Object.values(perDay), ...Object.values(above), oneStep];
  const isMissing = figures.includes('') || after.single_withdrawal_choices.length === 0;
  const fault = isMissing ? t('amountMissing') : coinValues === undefined ? t('priceMalformed') : undefined;
  const field = (label: string, value: string, onChange: (next: string) => void) => (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(digits(event.currentTarget.value))}
    />
  );
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="limits"
      before={before}
      after={after}
      fault={fault}
      send={(reason) =>
        call('POST /api/v3/console/settings/ask-for-limits', {
          body: { base_version: answer.version, ...after, reason },
        })
      }
    >
      <div className={styles.pair}>
        {field(t('limits.unverified'), perDay.unverified, (unverified) => setPerDay({ ...perDay, unverified }))}
        {field(t('limits.verified'), perDay.verified, (verified) => setPerDay({ ...perDay, verified }))}
        {field(t('limits.one'), above.one, (one) => setAbove({ ...above, one }))}
        {field(t('limits.two'), above.two, (two) => setAbove({ ...above, two }))}
        {field(t('limits.oneStep'), oneStep, setOneStep)}
        <TextInput
          label={t('limits.choices')}
          inputMode="text"
          maxLength={80}
          value={choices}
          onChange={(event) => setChoices(event.currentTarget.value.replace(/[^\d, ]/g, ''))}
        />
      </div>
      <p className="faint">{t('limits.choicesText')}</p>
      <TextInput
        label={t('limits.prices')}
        maxLength={2000}
        value={prices}
        onChange={(event) => setPrices(event.currentTarget.value.toUpperCase())}
      />
      <p className="faint">{t('limits.pricesText')}</p>
    </Frame>
  );
}

const limitsOf = ({
  withdrawal_per_day,
  withdrawal_approval_above,
  one_step_per_day,
  single_withdrawal_choices,
  coin_values,
}: Settings) => ({
  withdrawal_per_day,
  withdrawal_approval_above,
  one_step_per_day,
  single_withdrawal_choices,
  coin_values,
});

export function FeesDialog({ answer, onClose }: PartProps) {
  const { t } = useTranslation('settings');
  const vipLevel = useVipLevel();
  const [tiers, setTiers] = useState(answer.fee_tiers);
  const set = (index: number, change: Partial<(typeof tiers)[number]>) =>
    setTiers(tiers.map((tier, at) => (at === index ? { ...tier, ...change } : tier)));
  const field = (label: string, value: number, onChange: (next: number) => void, disabled = false) => (
    <TextInput
      aria-label={label}
      inputMode="numeric"
      maxLength={12}
      disabled={disabled}
      value={String(value)}
      onChange={(event) => onChange(Number(digits(event.currentTarget.value)))}
    />
  );
  return (
    <Frame
      answer={answer}
      onClose={onClose}
      part="fees"
      before={answer.fee_tiers}
      after={tiers}
      send={(reason) =>
        call('POST /api/v3/console/settings/ask-for-fees', {
          body: {
            base_version: answer.version,
            fee_tiers: tiers.map(({ level: _, ...tier }) => tier),
            reason,
          },
        })
      }
    >
      <p className="dim">{t('fees.text')}</p>
      <div className={styles.tiers}>
        <span>{t('fees.level')}</span>
        <span>{t('fees.volume')}</span>
        <span>{t('fees.makerPpm')}</span>
        <span>{t('fees.takerPpm')}</span>
        {tiers.map(({ level, volume_from_usdt, maker_ppm, taker_ppm }, index) => (
          <div key={level} className={styles.tier}>
            <b>{vipLevel(level)}</b>
            {field(
              `${vipLevel(level)}: ${t('fees.volume')}`,
              volume_from_usdt,
              (next) => set(index, { volume_from_usdt: next }),
              index === 0,
            )}
            {field(`${vipLevel(level)}: ${t('fees.makerPpm')}`, maker_ppm, (next) => set(index, { maker_ppm: next }))}
            {field(`${vipLevel(level)}: ${t('fees.takerPpm')}`, taker_ppm, (next) => set(index, { taker_ppm: next }))}
          </div>
        ))}
      </div>
    </Frame>
  );
}
