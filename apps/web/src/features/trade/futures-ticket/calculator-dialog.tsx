import { SegmentedControl } from '@mantine/core';
import { AmountInput, Dialog, formatAmount, formatPercent, formatSigned } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDecimal, plain } from '../../../lib/decimal.ts';
import type { FuturesMarket } from '../../../lib/futures.ts';
import { contractLabel } from '../../../lib/market-names.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { usePerpetual } from '../shared/perpetual-context.ts';
import { liquidationPrice, marginOf, profitOf, targetPrice } from '../shared/perpetual-math.ts';
import type { FuturesForm } from './form.ts';
import styles from './futures-ticket.module.css';
import { priceText } from './words.ts';

const MODES = ['profit', 'liquidation', 'target'] as const;
type Mode = (typeof MODES)[number];

interface Inputs {
  readonly side: FuturesForm['side'];
  readonly leverage: number;
  readonly entry: string;
  readonly exit: string;
  readonly size: string;
  /** The target rate of return, in percent. */
  readonly target: string;
}

type CalculatorProps = {
  /** The ticket's values, used as initial values. */
  readonly first: Pick<Inputs, 'side' | 'leverage' | 'entry' | 'size'>;
  readonly onClose: () => void;
};

/** Calculates profit, liquidation price and target price of a position, before fees and funding. */
export function CalculatorDialog({ first, onClose }: CalculatorProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const market = usePerpetual();
  const [mode, setMode] = useState<Mode>('profit');
  const [inputs, setInputs] = useState<Inputs>({ ...first, exit: '', target: '' });
  const change = (part: Partial<Inputs>) => setInputs((before) => ({ ...before, ...part }));
  const price = (field: 'entry' | 'exit') => (
    <AmountInput
      label={t(`calculator.${field}`)}
      value={inputs[field]}
      onChange={(text) => change({ [field]: text })}
      decimals={market.price_decimals}
      step={market.tick}
      unit={market.quote}
    />
  );
  return (
    <Dialog opened onClose={onClose} title={t('calculator.title', { pair: contractLabel(market) })}>
      <div className={styles.calculator}>
        <SegmentedControl
          fullWidth
          aria-label={t('calculator.what')}
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          data={MODES.map((value) => ({ value, label: t(`calculator.mode.${value}`) }))}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('trade:ticket.side')}
          value={inputs.side}
          onChange={(side) => change({ side: side as Inputs['side'] })}
          data={(['long', 'short'] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('rules.leverages')}
          value={String(inputs.leverage)}
          onChange={(leverage) => change({ leverage: Number(leverage) })}
          data={market.leverages.map((each) => ({ value: String(each), label: `x${each}` }))}
        />
        {price('entry')}
        {mode === 'profit' ? price('exit') : null}
        {mode === 'target' ? (
          <AmountInput
            label={t('calculator.target')}
            value={inputs.target}
            onChange={(target) => change({ target })}
            decimals={2}
            step="1"
            unit="%"
          />
        ) : null}
        <AmountInput
          label={t('trade:ticket.amount')}
          value={inputs.size}
          onChange={(size) => change({ size })}
          decimals={market.amount_decimals}
          step={market.lot}
          unit={market.base}
        />
        <Results market={market} mode={mode} inputs={inputs} />
        <p className="faint">{t('calculator.note')}</p>
      </div>
    </Dialog>
  );
}

const positive = (text: string): Big | undefined => {
  const value = parseDecimal(text);
  return value?.gt(0) ? value : undefined;
};

type ResultsProps = { readonly market: FuturesMarket; readonly mode: Mode; readonly inputs: Inputs };

function Results({ market, mode, inputs }: ResultsProps) {
  const { t } = useTranslation('futures');
  const { side, leverage } = inputs;
  const [entry, exit, size, target] = [inputs.entry, inputs.exit, inputs.size, inputs.target].map(positive);
  const margin = entry && size ? marginOf(entry, size, leverage, market.lot) : undefined;
  const usdt = (value: Big | undefined, write: (text: string) => string) =>
    value ? `${write(plain(value.round(2, Big.roundDown)))} ${market.quote}` : '–';
  const profit = entry && exit && size ? profitOf(side, size, entry, exit) : undefined;
  const goal = entry && target ? targetPrice(side, entry, leverage, target) : undefined;
  const liquidation =
    entry && size && margin ? liquidationPrice(market, { side, size, cost: entry.times(size), margin }) : undefined;
  const lines = {
    profit: [
      { label: t('calculator.profit'), value: usdt(profit, (text) => formatSigned(text, 2)) },
      {
        label: t('calculator.return'),
        value: profit && margin ? formatPercent(profit.div(margin).times(100).toFixed(2)) : '–',
      },
    ],
    liquidation: [{ label: t('liquidation.label'), value: priceText(liquidation, market.price_decimals) }],
    target: [{ label: t('calculator.goal'), value: priceText(goal, market.price_decimals) }],
  };
  return (
    <ConfirmLines
      lines={[{ label: t('confirm.margin'), value: usdt(margin, (text) => formatAmount(text, 2)) }, ...lines[mode]]}
    />
  );
}
