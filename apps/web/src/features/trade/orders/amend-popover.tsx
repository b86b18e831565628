import { Popover } from '@mantine/core';
import { cloneElement, type ReactElement, type RefAttributes } from 'react';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { AmendForm } from './amend-form.tsx';

type AmendPopoverProps = {
  readonly order: OwnOrder;
  readonly button: ReactElement<{ readonly onClick?: () => void } & RefAttributes<HTMLButtonElement>>;
};

/** The form that changes an order, beside its button. It opens as soon as it has loaded. */
export function AmendPopover({ order, button }: AmendPopoverProps) {
  const { target, opened, setOpened } = useOpening();
  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" trapFocus returnFocus withinPortal shadow="none">
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <AmendForm order={order} onEnd={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
