import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { DEFAULT_LAYOUT, type LayoutChoice, presetOf, presetsAt } from './layouts.ts';
import type { DeskKind, SizeClass } from './presets.ts';
import { useSavedLayouts } from './use-layout.ts';

type LayoutMenuProps = {
  readonly kind: DeskKind;
  readonly size: SizeClass;
  readonly layout: LayoutChoice;
  readonly onChange: (layout: LayoutChoice) => void;
  readonly onOpen: (dialog: 'customize' | 'hotkeys') => void;
};

/** The menu for preset and saved layouts, customization, reset, and keyboard shortcuts. */
export function LayoutMenu({ kind, size, layout, onChange, onOpen }: LayoutMenuProps) {
  const { t } = useTranslation('trade');
  const { saved } = useSavedLayouts(kind);
  const isMoved = layout.moved[size] !== undefined;
  const ready = presetsAt(size).map((preset) => ({
    key: preset,
    label: t(`layout.preset.${preset}`),
    isChosen: preset === presetOf(layout, size) && !isMoved,
    onChoose: () => onChange({ preset, moved: {} }),
  }));
  const own = saved.map((each) => ({
    key: each.name,
    label: each.name,
    isChosen: isMoved && JSON.stringify(each.layout) === JSON.stringify(layout),
    onChoose: () => onChange(each.layout),
  }));
  const groups = [
    { key: 'presets', entries: ready },
    ...(own.length > 0 ? [{ key: 'saved', entries: own }] : []),
    {
      key: 'change',
      entries: [
        { key: 'customize', label: t('layout.customize'), onChoose: () => onOpen('customize') },
        { key: 'reset', label: t('layout.reset'), onChoose: () => onChange(DEFAULT_LAYOUT) },
      ],
    },
    {
      key: 'hotkeys',
      entries: [{ key: 'hotkeys', label: t('layout.hotkeys'), onChoose: () => onOpen('hotkeys') }],
    },
  ];
  return (
    <MenuButton
      position="bottom-end"
      groups={groups}
      button={
        <Button variant="outline" size="sm" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {t('layout.title')}
        </Button>
      }
    />
  );
}
