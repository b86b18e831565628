import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListedCoin } from './listing.ts';
import type { PairChoice } from './market-draft.ts';

interface CoinFieldsProps {
  /** The name of the market to be listed. */
  readonly name: string;
  readonly coins: readonly ListedCoin[];
  readonly choice: PairChoice;
  readonly fault: 'same_coin' | 'listed_already' | undefined;
  readonly onChange: (choice: PairChoice) => void;
}

/** The base and quote coins of a new market, chosen from the listed coins. */
export function CoinFields({ name, coins, choice, fault, onChange }: CoinFieldsProps) {
  const { t } = useTranslation('listing');
  const named = coins.map(({ coin, full_name, is_described }) => ({
    value: coin,
    label: is_described ? `${coin}, ${full_name}` : coin,
  }));
  const options = {
    base: [{ value: '', label: t('hints.choose') }, ...named],
    quote: named.filter(({ value }) => value === choice.quote),
  };
  return (['base', 'quote'] as const).map((side) => (
    <NativeSelect
      key={side}
      name={side}
      label={t(`fields.${side}`)}
      description={t(`hints.${side}`)}
      value={choice[side]}
      data={options[side]}
      error={side === 'base' && fault ? t(`faults.${fault}`, { name }) : undefined}
      onChange={(event) => onChange({ ...choice, [side]: event.currentTarget.value })}
    />
  ));
}
