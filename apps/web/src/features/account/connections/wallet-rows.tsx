import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { lazyPart, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { type Security, securityChanged } from '../../../lib/security.ts';
import type { SignedMessage } from '../../../lib/wallets.ts';
import { dateText } from '../../../lib/when.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { StateRow } from '../../../ui/state-row.tsx';
import styles from './connections.module.css';
import { PasswordDialog } from './password-dialog.tsx';

const WalletDialog = lazyPart(() => import('../../../ui/wallet-dialog.tsx').then((m) => m.WalletDialog));

/** The wallets used to sign in, each with a button to disconnect it, and a row to connect another. */
export function WalletRows({ wallets }: { readonly wallets: Security['wallets'] }) {
  const { t } = useTranslation('security', { keyPrefix: 'connect' });
  const [leaving, setLeaving] = useState<string>();
  const [isAdding, setAdding] = useState(false);

  const disconnect = async (address: string, password: string) => {
    await call('POST /api/v3/connections/wallet/remove', { body: { address, password } });
    toast.ok(t('disconnected'));
    setLeaving(undefined);
    await securityChanged();
  };

  return (
    <>
      {wallets.map(({ address, connected_at }) => (
        <StateRow
          key={address}
          icon={IconWallet}
          name={t('wallet')}
          about={
            <span className={`num ${styles.address}`} title={dateText(connected_at)}>
              {address}
            </span>
          }
          state={{ text: t('connected'), isOn: true }}
          action={
            <Button
              variant="default"
              aria-label={t('disconnectWallet', { label: address })}
              onClick={() => setLeaving(address)}
            >
              {t('disconnect')}
            </Button>
          }
        />
      ))}
      <StateRow
        icon={IconWallet}
        name={t('connectWallet')}
        about={t('walletAbout')}
        action={
          <Button variant="default" aria-label={t('connectWallet')} onClick={() => setAdding(true)}>
            {t('connect')}
          </Button>
        }
      />
      {leaving === undefined ? null : (
        <PasswordDialog
          title={t('disconnectWallet', { label: leaving })}
          text={t('disconnectText', { label: leaving })}
          onClose={() => setLeaving(undefined)}
          onPassword={(password) => disconnect(leaving, password)}
        />
      )}
      {isAdding ? <ConnectDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

/** Asks for the account password, then for a wallet to sign with. */
function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security', { keyPrefix: 'connect' });
  const [password, setPassword] = useState('');

  const connect = async ({ address, message, signature }: SignedMessage) => {
    await call('POST /api/v3/web3-connect', { body: { web3_wallet: address, message, signature, password } });
    toast.ok(t('connectedWallet'));
    onClose();
    await securityChanged();
  };

  return (
    <LazyPart>
      <WalletDialog statement={t('statement')} disabled={!password} onClose={onClose} onSigned={connect}>
        <div className={styles.password}>
          <AccountPasswordField value={password} onChange={setPassword} />
        </div>
      </WalletDialog>
    </LazyPart>
  );
}
