import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths, safeReturnPath } from '../../app/paths.ts';
import { AuthFrame } from '../../features/auth-frame/auth-frame.tsx';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { enter } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import styles from '../../ui/auth-form.module.css';

export function SignInPage() {
  const { t } = useTranslation('auth');
  const { next } = useSearch({ from: paths.signIn });
  const router = useRouter();
  const navigate = useNavigate();
  usePageTitle(t('signIn.title'));
  return (
    <AuthFrame>
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
