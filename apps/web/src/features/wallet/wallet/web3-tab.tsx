import { Button } from '@mantine/core';
import { IconHexagons, IconList } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Chip, Dialog, EmptyState, Failure, Panel } from '@vitrine/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useSecurity } from '../../../lib/security.ts';
import {
  findWallets,
  isWalletRefusal,
  lookInto,
  onWalletChange,
  toEthereum,
  type Wallet,
} from '../../../lib/wallets.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountHead } from './account-head.tsx';
import styles from './account-tabs.module.css';

const ETH_DECIMALS = 6;

type Look = Awaited<ReturnType<typeof lookInto>> & { readonly wallet: Wallet };

/** A wallet in this browser: its address and balance, as reported by the wallet. None of it is stored or sent to us. */
export function Web3Tab() {
  const { t } = useTranslation('wallet');
  const [look, setLook] = useState<Look>();
  const [isChoosing, setIsChoosing] = useState(false);
  const lookAgain = useEffectEvent((wallet: Wallet) => {
    lookInto(wallet).then(
      (found) => setLook({ ...found, wallet }),
      () => setLook(undefined),
    );
  });
  const wallet = look?.wallet;
  useEffect(() => wallet && onWalletChange(wallet, () => lookAgain(wallet)), [wallet]);
  return (
    <>
      <AccountHead
        label={t('web3.balance')}
        total={look?.ether ?? null}
        decimals={ETH_DECIMALS}
        unit="ETH"
        note={t('web3.note')}
        actions={
          <>
            {look ? (
              <Button variant="default" onClick={() => setLook(undefined)}>
                {t('web3.disconnect')}
              </Button>
            ) : (
              <Button onClick={() => setIsChoosing(true)}>{t('web3.connect')}</Button>
            )}
            <ButtonLink to={paths.history} variant="default" leftSection={<IconList size={17} stroke={1.8} />}>
              {t('actions.history')}
            </ButtonLink>
          </>
        }
      />
      {look && look.ether === undefined ? <OtherNetwork wallet={look.wallet} /> : null}
      <Panel>
        {look ? (
          <Connected address={look.address} />
        ) : (
          <EmptyState size="page" icon={IconHexagons} title={t('web3.none')} role="status">
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

/** The address, and whether it can be used to sign in to this account; setting that up takes a signature. */
function Connected({ address }: { readonly address: string }) {
  const { t } = useTranslation('wallet');
  const { data } = useSecurity();
  const isLinked = data?.wallets.some((linked) => linked.address.toLowerCase() === address.toLowerCase());
  return (
    <div className={styles.connected}>
      <div className={styles.address}>
        <AddressText address={address} />
        <CopyButton text={address} label={t('web3.copy')} />
      </div>
      {data === undefined ? null : isLinked ? (
        <Chip tone="ok">{t('web3.linked')}</Chip>
      ) : (
        <div className={styles.link}>
          <p>{t('web3.linkText')}</p>
          <ButtonLink to={paths.accountConnections} variant="default">
            {t('web3.link')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Shown instead of the balance if the wallet is set to another network, where the balance is not ETH on Ethereum. */
function OtherNetwork({ wallet }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const change = useMutation({ mutationFn: () => toEthereum(wallet) });
  return (
    <Note title={t('web3.otherNetwork')} tone="warn">
      <p>{t('web3.otherNetworkText')}</p>
      <Button variant="default" mt={10} loading={change.isPending} onClick={() => change.mutate()}>
        {t('web3.toEthereum')}
      </Button>
      {change.isError ? <ConnectFailure error={change.error} /> : null}
    </Note>
  );
}

function ConnectFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('wallet');
  return <Failure>{t(isWalletRefusal(error) ? 'web3.refused' : 'web3.failed')}</Failure>;
}

type ChooseWalletProps = { readonly onClose: () => void; readonly onChosen: (look: Look) => void };

function ChooseWallet({ onClose, onChosen }: ChooseWalletProps) {
  const { t } = useTranslation('wallet');
  const { data: wallets } = useQuery({ queryKey: ['wallets'], queryFn: findWallets, staleTime: 0, gcTime: 0 });
  const connect = useMutation({
    mutationFn: async (wallet: Wallet) => ({ ...(await lookInto(wallet)), wallet }),
    onSuccess: onChosen,
  });
  return (
    <Dialog opened onClose={onClose} title={t('web3.connect')}>
      {wallets?.length === 0 ? <EmptyState icon={IconHexagons} title={t('web3.noWallet')} /> : null}
      <ul className={styles.wallets}>
        {wallets?.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" disabled={connect.isPending} onClick={() => connect.mutate(wallet)}>
              {wallet.name || t('web3.unnamed')}
            </button>
          </li>
        ))}
      </ul>
      {connect.isError ? <ConnectFailure error={connect.error} /> : null}
    </Dialog>
  );
}
