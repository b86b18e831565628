import { IconArrowBarDown, IconChevronRight, IconCreditCard, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import styles from './fund-dialog.module.css';

const ways = [
  { name: 'crypto', to: paths.deposit, icon: IconArrowBarDown },
  { name: 'buy', to: paths.pageUnavailable, icon: IconCreditCard },
  { name: 'p2p', to: paths.pageUnavailable, icon: IconUsers },
] as const;

/** The dialog that offers the ways to add funds. */
export function FundDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('fund.title')}>
      <ul className={styles.ways}>
        {ways.map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link to={to} onClick={onClose}>
              <Icon size={22} stroke={1.5} aria-hidden="true" />
              <span>
                <b>{t(`fund.${name}`)}</b>
                <small>{t(`fund.${name}Text`)}</small>
              </span>
              <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
