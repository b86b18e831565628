import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog, EmptyState, Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findWallets, isWalletRefusal, lookInto, type Wallet, type WalletLook } from '../../lib/wallets.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { AccountHead } from './account-head.tsx';
import styles from './account-tabs.module.css';

const ETH_DECIMALS = 6;

/** A wallet in this browser: its address and what it holds, as the wallet itself says. Nothing of it is kept or sent to us. */
export function Web3Tab() {
  const { t } = useTranslation('wallet');
  const [look, setLook] = useState<WalletLook>();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <AccountHead
        label={t('web3.balance')}
        total={look?.ether ?? null}
        decimals={ETH_DECIMALS}
        unit="ETH"
        note={t('web3.note')}
        actions={
          look ? (
            <Button variant="default" onClick={() => setLook(undefined)}>
              {t('web3.disconnect')}
            </Button>
          ) : (
            <Button onClick={() => setIsChoosing(true)}>{t('web3.connect')}</Button>
          )
        }
      />
      <Panel>
        {look ? (
          <p className={styles.address}>
            {look.address.match(/.{1,4}/g)?.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address have no other identity
              <span key={index}>{group}</span>
            ))}
            <CopyButton text={look.address} label={t('web3.copy')} />
          </p>
        ) : (
          <EmptyState title={t('web3.none')} role="status">
            {t('web3.noneText')}
          </EmptyState>
        )}
      </Panel>
      {isChoosing ? (
        <ChooseWallet
          onClose={() => setIsChoosing(false)}
          onChosen={(next) => {
            setLook(next);
            setIsChoosing(false);
          }}
        />
      ) : null}
    </>
  );
}

type ChooseWalletProps = { readonly onClose: () => void; readonly onChosen: (look: WalletLook) => void };

function ChooseWallet({ onClose, onChosen }: ChooseWalletProps) {
  const { t } = useTranslation('wallet');
  const { data: wallets } = useQuery({ queryKey: ['wallets'], queryFn: findWallets, staleTime: 0, gcTime: 0 });
  const connect = useMutation({ mutationFn: (wallet: Wallet) => lookInto(wallet), onSuccess: onChosen });
  return (
    <Dialog opened onClose={onClose} title={t('web3.connect')}>
      {wallets?.length === 0 ? <p>{t('web3.noWallet')}</p> : null}
      <ul className={styles.wallets}>
        {wallets?.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" disabled={connect.isPending} onClick={() => connect.mutate(wallet)}>
              {wallet.name || t('web3.unnamed')}
            </button>
          </li>
        ))}
      </ul>
      {connect.isError ? (
        <p className={styles.failure} role="alert">
          {t(isWalletRefusal(connect.error) ? 'web3.refused' : 'web3.failed')}
        </p>
      ) : null}
    </Dialog>
  );
}
