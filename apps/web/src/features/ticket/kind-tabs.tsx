import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { conditionalKinds, hasTrigger } from './kinds.ts';
import styles from './ticket.module.css';
import type { OrderKind } from './types.ts';

type KindTabsProps = { readonly kind: OrderKind; readonly onChange: (kind: OrderKind) => void };

/** Limit and market at hand, the conditional kinds in a menu that carries the name of the chosen one. */
export function KindTabs({ kind, onChange }: KindTabsProps) {
  const { t } = useTranslation('trade');
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('ticket.kind')}</legend>
      {(['limit', 'market'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={kind === each} onClick={() => onChange(each)}>
          {t(`kind.${each}`)}
        </button>
      ))}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <button type="button" aria-pressed={hasTrigger(kind)}>
            {hasTrigger(kind) ? t(`kind.${kind}`) : t('kind.stop')}
            <IconChevronDown size={14} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {conditionalKinds.map((each) => (
            <Menu.Item
              key={each}
              onClick={() => onChange(each)}
              rightSection={kind === each ? <IconCheck size={14} aria-hidden="true" /> : null}
            >
              <span className={styles.kindName}>{t(`kind.${each}`)}</span>
              <span className={styles.kindHint}>{t(`kindHint.${each}`)}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
