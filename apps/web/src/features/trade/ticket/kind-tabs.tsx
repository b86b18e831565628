import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import styles from '../shared/ticket.module.css';
import { type ConditionalKind, conditionalKinds, hasTrigger } from './kinds.ts';
import type { OrderKind } from './types.ts';

type KindTabsProps = { readonly kind: OrderKind; readonly onChange: (kind: OrderKind) => void };

/** Tabs for limit and market, and a menu of the conditional kinds, labeled with the selected kind. */
export function KindTabs({ kind, onChange }: KindTabsProps) {
  const { t } = useTranslation('trade');
  const isFromMenu = hasTrigger(kind) || kind === 'scaled';
  const entryOf = (each: ConditionalKind | 'scaled') => ({
    key: each,
    label: (
      <>
        <span className={styles.kindName}>{t(`kind.${each}`)}</span>
        <span className={styles.kindHint}>{t(`kindHint.${each}`)}</span>
      </>
    ),
    isChosen: kind === each,
    onChoose: () => onChange(each),
  });
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('ticket.kind')}</legend>
      {(['limit', 'market'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={kind === each} onClick={() => onChange(each)}>
          {t(`kind.${each}`)}
        </button>
      ))}
      <MenuButton
        position="bottom-start"
        groups={[
          { key: 'conditional', entries: conditionalKinds.map(entryOf) },
          { key: 'several', entries: [entryOf('scaled')] },
        ]}
        button={
          <button type="button" aria-pressed={isFromMenu}>
            {isFromMenu ? t(`kind.${kind}`) : t('kind.stop')}
            <IconChevronDown size={14} aria-hidden="true" />
          </button>
        }
      />
    </fieldset>
  );
}
