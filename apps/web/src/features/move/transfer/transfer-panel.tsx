import { IconArrowsUpDown } from '@tabler/icons-react';
import { AmountInput, BareSelect, Failure, formatPrice, LoadFailed, settledAmount } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { type WalletName, walletNames } from '../../../lib/wallet.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { ActButton } from '../shared/act-button.tsx';
import { CoinPicker } from '../shared/coin-picker.tsx';
import { Figure, FormFigures } from '../shared/form-figures.tsx';
import { MaxButton } from '../shared/max-button.tsx';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import styles from './transfer.module.css';
import { TransferAside } from './transfer-aside.tsx';
import { type TransferModel, useTransfer } from './use-transfer.ts';

type TransferPanelProps = {
  readonly chosen: { readonly coin?: string; readonly type?: WalletName };
  readonly onDone: () => void;
};

/** Moves a coin from one wallet to another: renders the form and sends the transfer. */
export function TransferPanel({ chosen, onDone }: TransferPanelProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const transfer = useTransfer(chosen);
  const [isConfirming, setIsConfirming] = useState(false);
  const { form, dispatch, refusal, isPossible } = transfer;
  if (transfer.hasFailed) return <LoadFailed title={t('common:balanceFailed')} onRetry={transfer.refetch} />;
  return (
    <>
      <FormPanel onSubmit={() => setIsConfirming(isPossible)} aside={<TransferAside transfer={transfer} />}>
        <div className={styles.wallets}>
          <WalletSide side="from" transfer={transfer} />
          <button
            type="button"
            className={styles.swap}
            aria-label={t('swap')}
            onClick={() => dispatch({ type: 'swap' })}
          >
            <IconArrowsUpDown size={18} stroke={1.8} aria-hidden="true" />
          </button>
          <WalletSide side="to" transfer={transfer} />
        </div>
        <div className={styles.field}>
          <span className={styles.label}>{t('coin')}</span>
          <CoinPicker
            label={t('coin')}
            coin={form.coin}
            choices={transfer.choices}
            onChoose={(coin) => dispatch({ type: 'coin', coin })}
          />
        </div>
        <AmountField transfer={transfer} />
        <Arithmetic transfer={transfer} />
        <Failure>{refusal}</Failure>
        <ActButton waits={waitsFor(t, transfer)} isShut={!isPossible}>
          {t('act', { amount: formatPrice(settledAmount(form.amount)), coin: form.coin })}
        </ActButton>
      </FormPanel>
      {isConfirming ? (
        <ConfirmTransfer transfer={transfer} onClose={() => setIsConfirming(false)} onDone={onDone} />
      ) : null}
    </>
  );
}

type T = ReturnType<typeof useTranslation<['transfer', 'common']>>['t'];

const waitsFor = (t: T, { summary }: TransferModel): string | undefined => {
  if (summary.available === undefined) return t('common:waitsForBalance');
  return summary.amount === undefined ? t('common:need.amount') : undefined;
};

type SideProps = { readonly side: 'from' | 'to'; readonly transfer: TransferModel };

function WalletSide({ side, transfer: { form, summary, dispatch } }: SideProps) {
  const { t } = useTranslation('transfer');
  const available = side === 'from' ? summary.available : summary.availableThere;
  return (
    <div className={styles.wallet}>
      <span className={styles.side}>{t(side)}</span>
      <BareSelect
        aria-label={t(side)}
        value={form[side]}
        onChange={(event) => dispatch({ type: side, wallet: event.currentTarget.value as WalletName })}
      >
        {walletNames.map((wallet) => (
          <option key={wallet} value={wallet}>
            {t(`wallet.${wallet}`)}
          </option>
        ))}
      </BareSelect>
      <span className={`num ${styles.has}`}>
        {available === undefined ? '–' : `${formatPrice(trimZeros(available))} ${form.coin}`}
      </span>
    </div>
  );
}

function AmountField({ transfer: { form, summary, error, dispatch, leave } }: { readonly transfer: TransferModel }) {
  const { t } = useTranslation('transfer');
  const { available } = summary;
  return (
    <AmountInput
      label={t('amount')}
      value={form.amount}
      decimals={summary.decimals}
      onChange={(text) => dispatch({ type: 'amount', text })}
      onBlur={() => leave('amount')}
      error={error ? t(`error.${error}`) : undefined}
      hint={
        available === undefined
          ? t('availableUnknown')
          : t('available', { amount: formatPrice(trimZeros(available)), coin: form.coin })
      }
      unit={
        <span className={styles.unit}>
          {form.coin}
          <MaxButton available={available} onChoose={(text) => dispatch({ type: 'amount', text })} />
        </span>
      }
    />
  );
}

/** Both balances after the transfer; dashes reserve the space until there is an amount. */
function Arithmetic({ transfer: { form, summary } }: { readonly transfer: TransferModel }) {
  const { t } = useTranslation('transfer');
  const text = (value: typeof summary.left) => (value === undefined ? '–' : formatPrice(plain(value)));
  return (
    <FormFigures>
      <Figure name={t('fee')}>0</Figure>
      <Figure name={t('stays', { wallet: t(`wallet.${form.from}`) })}>{text(summary.left)}</Figure>
      <Figure name={t('then', { wallet: t(`wallet.${form.to}`) })}>{text(summary.there)}</Figure>
    </FormFigures>
  );
}
