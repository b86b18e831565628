import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '../../features/entry/auth-frame/auth-frame.tsx';
import { SignUpForm } from '../../features/entry/sign-up/sign-up-form.tsx';
import { paths, safeReturnPath } from '../../lib/paths.ts';
import { enter } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import styles from '../../ui/auth-form.module.css';

export function SignUpPage() {
  const { t } = useTranslation('auth');
  const { referralCode } = useParams({ strict: false });
  const { next } = useSearch({ strict: false });
  const router = useRouter();
  usePageTitle(t('signUp.title'));
  return (
    <AuthFrame>
      <SignUpForm
        referral={referralCode}
        onSignedIn={(client) => {
          enter(client);
          router.history.push(safeReturnPath(next));
        }}
      />
      <p className={styles.other}>
        {t('signUp.haveAccount')}{' '}
        <Link to={paths.signIn} search={next ? { next } : {}} className="link">
          {t('signUp.signIn')}
        </Link>
      </p>
      {referralCode ? <p className={styles.other}>{t('signUp.referredBy', { code: referralCode })}</p> : null}
    </AuthFrame>
  );
}
