import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '../../features/entry/auth-frame/auth-frame.tsx';
import { SignInForm } from '../../features/entry/sign-in/sign-in-form.tsx';
import { TradeIntent } from '../../features/entry/sign-in/trade-intent.tsx';
import { DEFAULT_COIN, paths, safeReturnPath } from '../../lib/paths.ts';
import { enter } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import styles from '../../ui/auth-form.module.css';

export function SignInPage() {
  const { t } = useTranslation('auth');
  const { next } = useSearch({ from: paths.signIn });
  const coin = tradedCoin(next);
  const router = useRouter();
  const navigate = useNavigate();
  usePageTitle(t('signIn.title'));
  return (
    <AuthFrame>
      {coin === undefined ? null : <TradeIntent coin={coin} />}
      <SignInForm
        onUnknown={() => void navigate({ to: paths.signUp, search: next ? { next } : {} })}
        onSignedIn={(client) => {
          enter(client);
          router.history.push(safeReturnPath(next));
        }}
      />
      <p className={styles.other}>
        {t('signIn.newHere')}{' '}
        <Link to={paths.signUp} search={next ? { next } : {}} className="link">
          {t('signIn.createAccount')}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** The coin of the trade page that the visitor came from, by default `DEFAULT_COIN`; undefined for other pages. */
function tradedCoin(next: string | undefined): string | undefined {
  const [, coin] = /^\/trades\/[a-z-]+(?:\/([A-Za-z0-9]+))?\/?(?:[?#]|$)/.exec(next ?? '') ?? [undefined, undefined];
  if (coin !== undefined) return coin.toUpperCase();
  return next?.startsWith('/trades/') ? DEFAULT_COIN : undefined;
}
