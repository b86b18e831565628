import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type ActButtonProps = {
  /** Names a missing or still loading value; the disabled button shows this text. */
  readonly waits?: string | undefined;
  /** Disabled for a reason shown elsewhere: at a field, or above the form. */
  readonly isShut?: boolean;
  readonly loading?: boolean;
  /** The action, with its amount. */
  readonly children: ReactNode;
};

/** The primary button of a form that moves money; while it cannot act, it says what is missing. */
export function ActButton({ waits, isShut = false, loading = false, children }: ActButtonProps) {
  return (
    <Button type="submit" size="lg" fullWidth loading={loading} disabled={waits !== undefined || isShut}>
      {waits ?? children}
    </Button>
  );
}
