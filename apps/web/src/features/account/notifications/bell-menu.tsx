import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, LoadFailed, useEarlyEscape } from '@vitrine/ui';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkRead, useNotifications } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './bell-menu.module.css';
import { NotificationList } from './notification-list.tsx';

/**
 * The number of notifications in the menu: as many as fit below the bar with little scrolling. The notifications page
 * lists all.
 */
const SHOWN = 8;

type BellMenuProps = { readonly opened: boolean; readonly onClose: () => void; readonly children: ReactElement };

/** The newest notifications below the bell, without leaving the page. */
export function BellMenu({ opened, onClose, children }: BellMenuProps) {
  const { t } = useTranslation('notifications');
  useEarlyEscape(opened, onClose);
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && onClose()}
      position="bottom-end"
      width={420}
      trapFocus
      withRoles={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} role="dialog" aria-label={t('title')}>
        <Newest onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const { data, isError, refetch } = useNotifications();
  const markRead = useMarkRead();
  const first = data?.pages[0];
  const newest = first?.notifications[0];
  return (
    <>
      <header className={styles.head}>
        <h2>{t('title')}</h2>
        {first !== undefined && first.unread > 0 && newest !== undefined ? (
          <button
            type="button"
            className="link"
            disabled={markRead.isPending}
            onClick={() => markRead.mutate(newest.id)}
          >
            {t('markAll')}
          </button>
        ) : null}
      </header>
      {/* Following a link in a notification closes the menu. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside receive the clicks */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing a key on a link or button clicks it */}
      <div className={styles.body} onClick={({ target }) => (target as Element).closest('a, button') && onClose()}>
        {first === undefined ? (
          isError ? (
            <LoadFailed title={t('failed')} onRetry={refetch} />
          ) : (
            <div className={styles.waiting}>
              <SkeletonLines lines={5} />
            </div>
          )
        ) : newest === undefined ? (
          <EmptyState icon={IconBell} title={t('empty')} />
        ) : (
          <NotificationList notifications={first.notifications.slice(0, SHOWN)} />
        )}
      </div>
      <Link to={paths.notifications} className={styles.all} onClick={onClose}>
        {t('all')}
      </Link>
    </>
  );
}
