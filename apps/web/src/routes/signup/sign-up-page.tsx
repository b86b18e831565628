import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '../../features/entry/auth-frame/auth-frame.tsx';
import { SignUpForm } from '../../features/entry/sign-up/sign-up-form.tsx';
import { call } from '../../lib/api.ts';
import { paths, safeReturnPath } from '../../lib/paths.ts';
import { enter } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import styles from '../../ui/auth-form.module.css';

const LONGEST_CODE = 500;

/** Whether the code links the new account with a friend; an unknown one is only kept as a note. */
function ReferralNote({ code }: { readonly code: string }) {
  const { t } = useTranslation('auth');
  const { data } = useQuery({
    queryKey: ['referral code', code],
    queryFn: ({ signal }) =>
      call('GET /api/v3/referral-code', { query: { code: code.slice(0, LONGEST_CODE) }, signal }),
    retry: false,
  });
  return (
    <p className={styles.other} aria-live="polite">
      {data ? t(data.known ? 'signUp.referralKnown' : 'signUp.referralUnknown', { code }) : null}
    </p>
  );
}

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
      {referralCode ? <ReferralNote code={referralCode} /> : null}
    </AuthFrame>
  );
}
