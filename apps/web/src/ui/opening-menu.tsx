import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, Fragment, type RefAttributes } from 'react';
import type { MenuButtonProps, MenuGroup } from './menu-button.tsx';
import styles from './opening-menu.module.css';
import { useOpening } from './use-opening.ts';

/** The menu of a `MenuButton`. It opens as soon as it has loaded. */
export function OpeningMenu({ button, groups, position, takesMany = false }: MenuButtonProps) {
  const { target, opened, setOpened } = useOpening();
  const withTarget: RefAttributes<HTMLButtonElement> = { ref: target };
  return (
    <Menu opened={opened} onChange={setOpened} position={position} closeOnItemClick={!takesMany} withinPortal>
      <Menu.Target>{cloneElement(button, withTarget)}</Menu.Target>
      <Menu.Dropdown>{takesMany ? <Choices groups={groups} /> : <Items groups={groups} />}</Menu.Dropdown>
    </Menu>
  );
}

type GroupsProps = { readonly groups: readonly MenuGroup[] };

const Items = ({ groups }: GroupsProps) =>
  groups.map(({ key, entries }, index) => (
    <Fragment key={key}>
      {index > 0 ? <Menu.Divider /> : null}
      {entries.map(({ key, label, isChosen, onChoose }) => (
        <Menu.Item
          key={key}
          onClick={onChoose}
          rightSection={isChosen ? <IconCheck size={14} aria-hidden="true" /> : null}
        >
          {label}
        </Menu.Item>
      ))}
    </Fragment>
  ));

const Choices = ({ groups }: GroupsProps) => (
  <div className={styles.columns}>
    {groups.map(({ key, title, entries }) => (
      <div key={key}>
        <Menu.Label>{title}</Menu.Label>
        {entries.map(({ key, label, isChosen = false, onChoose }) => (
          <Menu.CheckboxItem key={key} checked={isChosen} onChange={onChoose}>
            {label}
          </Menu.CheckboxItem>
        ))}
      </div>
    ))}
  </div>
);
