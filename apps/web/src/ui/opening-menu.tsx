import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, Fragment, type RefAttributes } from 'react';
import type { MenuButtonProps, MenuGroup } from './menu-button.tsx';
import styles from './opening-menu.module.css';
import { useOpening } from './use-opening.ts';

/** The menu of a `MenuButton`. It opens as soon as it is there. */
export function OpeningMenu({ button, groups, position, takesMany = false }: MenuButtonProps) {
  const { target, opened, setOpened } = useOpening();
  const withTarget: RefAttributes<HTMLButtonElement> = { ref: target };
  return (
    <Menu opened={opened} onChange={setOpened} position={position} closeOnItemClick={!takesMany} withinPortal>
      <Menu.Target>{cloneElement(button, withTarget)}</Menu.Target>
      <Menu.Dropdown className={takesMany ? (styles.columns ?? '') : ''}>
        {groups.map((group, index) =>
          takesMany ? (
            <Choices key={group.key} group={group} />
          ) : (
            <Fragment key={group.key}>
              {index > 0 ? <Menu.Divider /> : null}
              <Items group={group} />
            </Fragment>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const Items = ({ group }: { readonly group: MenuGroup }) =>
  group.entries.map(({ key, label, isChosen, onChoose }) => (
    <Menu.Item key={key} onClick={onChoose} rightSection={isChosen ? <IconCheck size={14} aria-hidden="true" /> : null}>
      {label}
    </Menu.Item>
  ));

const Choices = ({ group }: { readonly group: MenuGroup }) => (
  <div>
    <Menu.Label>{group.title}</Menu.Label>
    {group.entries.map(({ key, label, isChosen = false, onChoose }) => (
      <Menu.CheckboxItem key={key} checked={isChosen} onChange={onChoose}>
        {label}
      </Menu.CheckboxItem>
    ))}
  </div>
);
