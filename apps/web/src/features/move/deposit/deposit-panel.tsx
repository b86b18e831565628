import { Button, Skeleton } from '@mantine/core';
import { IconCopy, IconShare2 } from '@tabler/icons-react';
import { EmptyState, formatPrice, LoadFailed, Panel, toast } from '@vitrine/ui';
import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { arrivalText } from '../../../lib/arrival-text.ts';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { Note } from '../../../ui/note.tsx';
import { CoinPicker } from '../shared/coin-picker.tsx';
import { NetworkPicker } from '../shared/network-picker.tsx';
import styles from './deposit.module.css';
import type { DepositModel } from './use-deposit.ts';

type DepositPanelProps = {
  readonly deposit: DepositModel;
  readonly fullNames: ReadonlyMap<string, string>;
  /** Shown below the address: the sandbox's test payment. */
  readonly children?: ReactNode;
};

/** The choice of coin and network, and the deposit address for that coin on that network. */
export function DepositPanel({ deposit, fullNames, children }: DepositPanelProps) {
  const { t } = useTranslation('deposit');
  const { networks, coins, coin, network, choices } = deposit;
  // An error replaces the form only if nothing was ever loaded. If a later refetch fails, the loaded data stay visible.
  if (networks.isLoadingError) return <LoadFailed title={t('error')} onRetry={() => void networks.refetch()} />;
  return (
    <Panel as="div">
      <div className={styles.form}>
        <div className={styles.pickers}>
          <div className={styles.field}>
            <span className={styles.label}>{t('coin')}</span>
            <CoinPicker
              label={t('coin')}
              coin={coin}
              choices={coins.map((name) => ({ coin: name, fullName: fullNames.get(name) ?? '' }))}
              onChoose={deposit.setCoin}
            />
          </div>
          <div className={styles.field}>
            <span className={styles.label}>{t('network')}</span>
            <NetworkPicker
              network={network}
              choices={choices}
              isOpen={({ deposits_open }) => deposits_open}
              about={(one) => <About network={one} />}
              mark={({ value }) => (value === deposit.cheapest?.value ? t('networkCheapest') : undefined)}
              onChoose={deposit.setNetwork}
            />
          </div>
        </div>
        {network === undefined ? (
          <Skeleton height={440} radius={10} />
        ) : (
          <AddressPart deposit={deposit} network={network} />
        )}
        {children}
      </div>
    </Panel>
  );
}

function About({ network }: { readonly network: CoinNetwork }) {
  const { t } = useTranslation('deposit');
  return (
    <>
      {t('networkAbout', {
        minimum: formatPrice(trimZeros(network.minimum_deposit)),
        coin: network.coin,
        arrival: arrivalText(network.arrival),
      })}
    </>
  );
}

function AddressPart({ deposit, network }: { readonly deposit: DepositModel; readonly network: CoinNetwork }) {
  const { t } = useTranslation('deposit');
  const { address, generate, coin } = deposit;
  if (!network.deposits_open)
    return (
      <Note tone="warn" title={t('stopped.title', { coin, network: network.name })}>
        {t('stopped.text')}
      </Note>
    );
  if (address.isLoadingError) return <LoadFailed title={t('error')} onRetry={() => void address.refetch()} />;
  if (address.data === undefined) return <Skeleton height={440} radius={10} />;
  if (address.data === '')
    return (
      <EmptyState
        title={t('none.title', { network: network.name })}
        action={
          <Button loading={generate.isPending} onClick={() => generate.mutate(network.value)}>
            {t('none.action')}
          </Button>
        }
      >
        {t('none.text')}
        {generate.isError ? <span role="alert"> {errorText(generate.error)}</span> : null}
      </EmptyState>
    );
  return (
    <>
      <AddressCard address={address.data} coin={coin} network={network} />
      <Note tone="warn" title={t('only.title', { coin, network: network.name })}>
        {t('only.text', { minimum: formatPrice(trimZeros(network.minimum_deposit)), coin })}
      </Note>
    </>
  );
}

function AddressCard({
  address,
  coin,
  network,
}: {
  readonly address: string;
  readonly coin: string;
  readonly network: CoinNetwork;
}) {
  const { t } = useTranslation('deposit');
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.copied(t('copied')),
      () => toast.notCopied(t('notCopied')),
    );
  return (
    <div className={styles.card}>
      <div className={styles.code}>
        <QRCodeSVG value={address} size={184} marginSize={2} title={t('code', { coin, network: network.name })} />
      </div>
      <div className={styles.address}>
        <span className={styles.label}>{t('address', { coin, network: network.name })}</span>
        <AddressText address={address} size="large" />
      </div>
      <div className={styles.acts}>
        <Button leftSection={<IconCopy size={17} stroke={1.8} aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {'share' in navigator ? (
          <Button
            variant="default"
            leftSection={<IconShare2 size={17} stroke={1.8} aria-hidden="true" />}
            // Cancelling the share dialog is not a failure.
            onClick={() => void navigator.share({ text: address }).catch(() => undefined)}
          >
            {t('share')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
