import { Popover } from '@mantine/core';
import { type ComponentProps, cloneElement, type ReactElement, type RefAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpening } from '../../../ui/use-opening.ts';
import { IndexSources } from './index-sources.tsx';

type IndexPopoverProps = ComponentProps<typeof IndexSources> & {
  readonly button: ReactElement<ComponentProps<'button'>>;
};

/**
 * A button with a popover that lists the sources of an index. The popover loads on demand, and opens as soon as it has
 * loaded.
 */
export function IndexPopover({ button, ...sources }: IndexPopoverProps) {
  const { t } = useTranslation('futures');
  const { target, opened, setOpened } = useOpening();
  const onTarget: RefAttributes<HTMLButtonElement> & ComponentProps<'button'> = {
    ref: target,
    onClick: () => setOpened(!opened),
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={340}
      offset={26}
      trapFocus
      returnFocus
      withinPortal
      shadow="none"
    >
      <Popover.Target>{cloneElement(button, onTarget)}</Popover.Target>
      <Popover.Dropdown aria-label={t('index.title')}>
        <IndexSources {...sources} />
      </Popover.Dropdown>
    </Popover>
  );
}
