import {
  type Icon,
  IconBan,
  IconBell,
  IconCreditCard,
  IconId,
  IconReceipt2,
  IconSettings,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { SideFrame } from './side-frame.tsx';

/** The account pages that exist. A subpage shows its parent as current. */
export const accountEntries = [
  { text: 'accountNav.profile', to: paths.profile, icon: IconUser },
  { text: 'accountNav.identity', to: paths.verificationOverview, icon: IconId },
  { text: 'accountNav.security', to: paths.security, icon: IconShieldLock },
  { text: 'accountNav.notifications', to: paths.notifications, icon: IconBell },
  { text: 'accountNav.restrictions', to: paths.restrictions, icon: IconBan },
  { text: 'accountNav.fees', to: paths.feeRate, icon: IconReceipt2 },
  { text: 'accountNav.pay', to: paths.pay, icon: IconCreditCard },
  { text: 'accountNav.settings', to: paths.settings, icon: IconSettings },
] as const satisfies readonly { text: string; to: string; icon: Icon }[];

type AccountFrameProps = {
  /** The parent page, if the URL does not show it. */
  readonly within?: string;
  readonly title: string | undefined;
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every account page: links to all account pages at the side, the title above. */
export function AccountFrame({ within, ...props }: AccountFrameProps) {
  const { t } = useTranslation();
  return (
    <SideFrame
      label={t('accountNav.label')}
      links={accountEntries.map(({ text, to, icon: Icon }) => (
        <Link key={to} to={to} {...(to === within ? { 'aria-current': 'page' } : {})}>
          <Icon size={17} stroke={1.6} aria-hidden="true" />
          {t(text)}
        </Link>
      ))}
      {...props}
    />
  );
}
