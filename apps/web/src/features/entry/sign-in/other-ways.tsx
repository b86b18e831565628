import { useMutation, useQuery } from '@tanstack/react-query';
import { lazyPart, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import {
  type FirstFactor,
  isPasskeyRefusal,
  passkeysWork,
  readFirstFactor,
  showsFrozen,
  signInWithPasskey,
} from '../../../lib/sign-in.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import styles from './other-ways.module.css';
import { GoogleMark, PasskeyMark, WalletMark } from './way-marks.tsx';

const WalletDialog = lazyPart(() => import('../../../ui/wallet-dialog.tsx').then((m) => m.WalletDialog));

/** Not a page of this app: the server redirects the browser to the provider. */
const GOOGLE = '/api/v3/auth/google';

/** Signing in with Google, a browser wallet or a passkey instead of a password. */
export function OtherWays({ onAnswer }: { readonly onAnswer: (answer: FirstFactor) => void }) {
  const { t } = useTranslation('auth');
  const [isChoosing, setChoosing] = useState(false);
  const { data: methods } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => call('GET /api/v3/sign-in-methods', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const passkey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (client) => onAnswer({ kind: 'signedIn', client }),
    onError: (failure) => {
      if (showsFrozen(failure)) return;
      toast.error(isPasskeyRefusal(failure) ? t('passkey.cancelled') : errorText(failure));
    },
  });

  const askPasskey = () => (passkeysWork() ? passkey.mutate() : toast.error(t('passkey.noName')));

  return (
    <>
      <p className={styles.or}>{t('signIn.or')}</p>
      <div className={styles.ways}>
        {methods?.google === false ? null : (
          // Disabled until the server has said that sign-in with Google is available.
          <button
            type="button"
            className={styles.way}
            disabled={methods === undefined}
            onClick={() => window.location.assign(GOOGLE)}
          >
            <GoogleMark />
            {t('signIn.google')}
          </button>
        )}
        <button type="button" className={styles.way} onClick={() => setChoosing(true)}>
          <WalletMark />
          {t('signIn.wallet')}
        </button>
        <button type="button" className={styles.way} disabled={passkey.isPending} onClick={askPasskey}>
          <PasskeyMark />
          {t('signIn.passkey')}
        </button>
      </div>
      {isChoosing ? (
        <LazyPart>
          <WalletDialog
            statement={t('wallet.statement')}
            onClose={() => setChoosing(false)}
            onSigned={async ({ address, message, signature }) => {
              const body = { username: address, message, signature };
              const answer = await call('POST /api/v3/web3-login', { body });
              setChoosing(false);
              onAnswer(readFirstFactor(answer));
            }}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
