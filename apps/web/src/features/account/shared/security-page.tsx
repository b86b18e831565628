import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import styles from './security-page.module.css';

type SecurityPageProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** A subpage of the security center, with a link back to it. */
export function SecurityPage({ title, lead, children }: SecurityPageProps) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <AccountFrame
      title={title}
      lead={lead}
      within={paths.security}
      mark={
        <Link to={paths.security} className={styles.back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
          {t('accountNav.security')}
        </Link>
      }
    >
      {children}
    </AccountFrame>
  );
}
