import { IconWallet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog, EmptyState } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../lib/api.ts';
import { showsFrozen } from '../lib/sign-in.ts';
import { findWallets, isWalletRefusal, type SignedMessage, signForSite, type Wallet } from '../lib/wallets.ts';
import styles from './wallet-dialog.module.css';

type WalletDialogProps = {
  /** The text that the wallet shows with the signature request; one line. */
  readonly statement: string;
  readonly onClose: () => void;
  /** Sends the signed message to the server; errors it throws are shown. */
  readonly onSigned: (signed: SignedMessage) => Promise<void>;
  /** Fields to fill in first, such as a password. */
  readonly children?: ReactNode;
  readonly disabled?: boolean;
};

/** Lets the client choose one of the browser's wallets, which then signs a message for this site. */
export function WalletDialog({ statement, onClose, onSigned, children, disabled = false }: WalletDialogProps) {
  const { t } = useTranslation('common');
  const [error, setError] = useState<string>();
  const { data: wallets } = useQuery({ queryKey: ['wallets'], queryFn: findWallets, staleTime: 0, gcTime: 0 });

  const sign = useMutation({
    mutationFn: async (wallet: Wallet) => onSigned(await signForSite(wallet, statement)),
    onMutate: () => setError(undefined),
    onError: (failure) => {
      if (showsFrozen(failure)) return onClose();
      if (failure instanceof ApiError) return setError(errorText(failure));
      setError(t(isWalletRefusal(failure) ? 'walletDialog.refused' : 'walletDialog.failed'));
    },
  });

  return (
    <Dialog opened onClose={onClose} title={t('walletDialog.title')}>
      {children}
      <p className={styles.text}>{t('walletDialog.text')}</p>
      {wallets?.length === 0 ? <EmptyState icon={IconWallet} title={t('walletDialog.none')} /> : null}
      <ul className={styles.list}>
        {wallets?.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              className={styles.wallet}
              disabled={disabled || sign.isPending}
              onClick={() => sign.mutate(wallet)}
            >
              <span aria-hidden="true">{(wallet.name || t('walletDialog.unnamed')).slice(0, 1)}</span>
              {wallet.name || t('walletDialog.unnamed')}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {sign.isPending ? t('walletDialog.waiting') : (error ?? '')}
      </p>
    </Dialog>
  );
}
