import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { formatDecimal } from '@vitrine/money';
import { formatExact } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CoinFault,
  categories,
  type DescriptionDraft,
  digits,
  flags,
  type LedgerDraft,
  scaleOf,
} from './coin-draft.ts';
import styles from './listing-form.module.css';

interface LedgerFieldsProps {
  readonly draft: LedgerDraft;
  readonly fault: CoinFault | undefined;
  readonly onChange: (part: Partial<LedgerDraft>) => void;
}

/** The code and the scale, with the maximum amount that the ledger can hold at this scale. */
export function LedgerFields({ draft: { coin, scale }, fault, onChange }: LedgerFieldsProps) {
  const { t } = useTranslation('listing');
  return (
    <fieldset className={styles.section}>
      <legend>
        {t('coin.ledger')} <span className="faint">{t('coin.ledgerNote')}</span>
      </legend>
      <TextInput
        label={t('coin.code')}
        description={t('coin.codeText')}
        name="coin"
        maxLength={8}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={coin}
        error={fault?.text === 'codeTaken' ? t('coin.codeTaken', { coin }) : undefined}
        onChange={(event) => onChange({ coin: event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9]/g, '') })}
      />
      <TextInput
        label={t('coin.scale')}
        description={t('coin.scaleText')}
        name="scale"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        value={scale}
        error={scale !== '' && scaleOf(scale) === undefined ? t('coin.scaleMissing') : undefined}
        onChange={(event) => onChange({ scale: digits(event.currentTarget.value) })}
      />
      <LedgerLimit coin={coin} scale={scaleOf(scale)} />
    </fieldset>
  );
}

interface LedgerLimitProps {
  readonly coin: string;
  readonly scale: number | undefined;
}

/** Amounts in the ledger are in units of 10^-scale, at most 2^53 − 1 of them. */
function LedgerLimit({ coin, scale }: LedgerLimitProps) {
  const { t } = useTranslation('listing');
  const limit = scale === undefined ? '' : formatExact(formatDecimal(Number.MAX_SAFE_INTEGER, scale));
  return (
    <p className={`num ${styles.live}`} role="status">
      {scale === undefined
        ? t('coin.limitUnknown')
        : t('coin.limit', { count: scale, limit, coin: coin === '' ? t('coin.ofCoin') : coin })}
    </p>
  );
}

interface DescriptionFieldsProps {
  readonly draft: DescriptionDraft;
  readonly onChange: (part: Partial<DescriptionDraft>) => void;
  /** The icon. */
  readonly children: ReactNode;
}

/** The fields that determine how a coin appears in lists. */
export function DescriptionFields({ draft, onChange, children }: DescriptionFieldsProps) {
  const { t } = useTranslation('listing');
  const rankIsWrong = draft.rank !== '' && Number(draft.rank) > 1_000_000;
  return (
    <fieldset className={styles.section}>
      <legend>
        {t('coin.description')} <span className="faint">{t('coin.descriptionNote')}</span>
      </legend>
      <TextInput
        label={t('coin.name')}
        name="full_name"
        maxLength={40}
        autoComplete="off"
        value={draft.full_name}
        onChange={(event) => onChange({ full_name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('coin.category')}
        name="type"
        value={draft.type}
        data={categories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(event) => onChange({ type: event.currentTarget.value as DescriptionDraft['type'] })}
      />
      <Checkbox.Group
        className={styles.wide}
        label={t('coin.flags')}
        value={flags.filter((flag) => draft[flag])}
        onChange={(on) => onChange(Object.fromEntries(flags.map((flag) => [flag, on.includes(flag)])))}
      >
        <div className={styles.flags}>
          {flags.map((flag) => (
            <Checkbox key={flag} value={flag} label={t(`flagLabels.${flag}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('coin.rank')}
        description={t('coin.rankText')}
        name="rank"
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        value={draft.rank}
        error={rankIsWrong ? t('coin.rankMissing') : undefined}
        onChange={(event) => onChange({ rank: digits(event.currentTarget.value) })}
      />
      {children}
    </fieldset>
  );
}
