import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LAYOUT, type LayoutChoice, presets } from './layouts.ts';

type LayoutMenuProps = { readonly layout: LayoutChoice; readonly onChange: (layout: LayoutChoice) => void };

/** Ready arrangements, and back to the start. */
export function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  const { t } = useTranslation('trade');
  const isMoved = Object.keys(layout.moved).length > 0;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="outline" size="sm" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {t('layout.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map((preset) => (
          <Menu.Item
            key={preset}
            onClick={() => onChange({ preset, moved: {} })}
            rightSection={preset === layout.preset && !isMoved ? <IconCheck size={14} aria-hidden="true" /> : null}
          >
            {t(`layout.preset.${preset}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(DEFAULT_LAYOUT)}>{t('layout.reset')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
