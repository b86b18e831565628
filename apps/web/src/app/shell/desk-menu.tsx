import { Popover } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useEarlyEscape } from '@vitrine/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session.ts';
import { Appearance } from '../../ui/appearance.tsx';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountLinks } from './account-links.tsx';
import styles from './menus.module.css';
import { useSignOut } from './use-sign-out.ts';

type DeskMenuProps = { readonly opened: boolean; readonly onClose: () => void; readonly children: ReactElement };

/** The account and appearance menu below its button. */
export function DeskMenu({ opened, onClose, children }: DeskMenuProps) {
  const { t } = useTranslation();
  const client = useClient();
  const signOut = useSignOut();
  const target = useFocusBack(opened);
  useEarlyEscape(opened, onClose);
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && onClose()}
      position="bottom-end"
      width={284}
      trapFocus
      // The ARIA attributes belong on the button, not on the span around it.
      withRoles={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <span ref={target}>{children}</span>
      </Popover.Target>
      <Popover.Dropdown
        className={styles.dropdown}
        role="dialog"
        aria-label={t(client ? 'nav.account' : 'appearance.title')}
      >
        {client ? <AccountCard client={client} /> : null}
        {client ? <AccountLinks onFollow={onClose} /> : null}
        <LanguageSelect className={styles.language} />
        <Appearance />
        {client ? (
          <button type="button" className={styles.item} onClick={() => void signOut()}>
            <IconLogout size={17} stroke={1.6} aria-hidden="true" />
            {t('nav.logout')}
          </button>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The button is recreated when the menu's code has loaded, so focus returns to the new button. */
function useFocusBack(opened: boolean) {
  const target = useRef<HTMLSpanElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement?.closest('[role="dialog"]');
    if (wasOpened.current && !opened && isLost) target.current?.querySelector('button')?.focus();
    wasOpened.current = opened;
  }, [opened]);
  return target;
}
