import {
  type Icon,
  IconBan,
  IconBell,
  IconChecklist,
  IconCreditCard,
  IconDeviceGamepad2,
  IconGift,
  IconId,
  IconReceipt2,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { SideFrame } from './side-frame.tsx';

/** The links of the account pages. On a subpage, its parent's link is marked as current. */
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

/** The links of the pages about rewards, a group of their own. */
export const rewardEntries = [
  { text: 'accountNav.rewards', to: paths.rewards, icon: IconGift },
  { text: 'accountNav.games', to: paths.games, icon: IconDeviceGamepad2 },
  { text: 'accountNav.referral', to: paths.referral, icon: IconUsers },
  { text: 'accountNav.tasks', to: paths.tasks, icon: IconChecklist },
] as const satisfies readonly { text: string; to: string; icon: Icon }[];

type AccountFrameProps = {
  /** The path of the parent page, for a subpage whose URL is not below its parent's. */
  readonly within?: string;
  readonly title: string | undefined;
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every account page: links to all account pages at the side, the title above. */
export function AccountFrame({ within, ...props }: AccountFrameProps) {
  const { t } = useTranslation();
  const link = ({ text, to, icon: Icon }: (typeof accountEntries | typeof rewardEntries)[number]) => (
    <Link key={to} to={to} {...(to === within ? { 'aria-current': 'page' } : {})}>
      <Icon size={17} stroke={1.6} aria-hidden="true" />
      {t(text)}
    </Link>
  );
  return (
    <SideFrame
      label={t('accountNav.label')}
      links={
        <>
          {accountEntries.map(link)}
          <span>{t('accountNav.rewardsGroup')}</span>
          {rewardEntries.map(link)}
        </>
      }
      {...props}
    />
  );
}
