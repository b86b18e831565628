import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { EmptyState, LoadFailed, MoreRows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { NotificationList } from '../../../features/account/notifications/notification-list.tsx';
import { useMarkRead, useNotifications } from '../../../lib/notifications.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';

export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const query = useNotifications();
  const { data, isError, refetch } = query;
  const markRead = useMarkRead();
  usePageTitle(t('title'));
  const notifications = data?.pages.flatMap((page) => page.notifications);
  const newest = notifications?.[0];
  return (
    <AccountFrame title={t('title')}>
      <Section
        title={t('title')}
        action={
          <Button
            variant="default"
            size="compact-sm"
            disabled={!newest || data?.pages[0]?.unread === 0}
            loading={markRead.isPending}
            onClick={() => newest && markRead.mutate(newest.id)}
          >
            {t('markAll')}
          </Button>
        }
      >
        {notifications?.length ? (
          <NotificationList notifications={notifications} />
        ) : notifications ? (
          <EmptyState size="page" icon={IconBell} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        ) : isError ? (
          <LoadFailed title={t('failed')} onRetry={refetch} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Section>
      <MoreRows query={query} label={t('more')} failed={t('failed')} />
    </AccountFrame>
  );
}
