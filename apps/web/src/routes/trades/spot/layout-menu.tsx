import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { DEFAULT_LAYOUT, type LayoutChoice, presets } from './layouts.ts';

type LayoutMenuProps = {
  readonly layout: LayoutChoice;
  readonly onChange: (layout: LayoutChoice) => void;
  readonly onHotkeys: () => void;
};

/** Preset layouts, reset, and the keyboard shortcuts. */
export function LayoutMenu({ layout, onChange, onHotkeys }: LayoutMenuProps) {
  const { t } = useTranslation('trade');
  const isMoved = Object.keys(layout.moved).length > 0;
  const ready = presets.map((preset) => ({
    key: preset,
    label: t(`layout.preset.${preset}`),
    isChosen: preset === layout.preset && !isMoved,
    onChoose: () => onChange({ preset, moved: {} }),
  }));
  const reset = { key: 'reset', label: t('layout.reset'), onChoose: () => onChange(DEFAULT_LAYOUT) };
  const hotkeys = { key: 'hotkeys', label: t('layout.hotkeys'), onChoose: onHotkeys };
  return (
    <MenuButton
      position="bottom-end"
      groups={[
        { key: 'presets', entries: ready },
        { key: 'reset', entries: [reset] },
        { key: 'hotkeys', entries: [hotkeys] },
      ]}
      button={
        <Button variant="outline" size="sm" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {t('layout.title')}
        </Button>
      }
    />
  );
}
