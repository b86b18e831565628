import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type ActButtonProps = {
  /** What is missing, or still loading; the button says it and is shut. */
  readonly waits?: string | undefined;
  /** Disabled for a reason that is shown elsewhere: at a field, or above the form. */
  readonly isShut?: boolean;
  readonly loading?: boolean;
  /** The act, with its amount. */
  readonly children: ReactNode;
};

/** The one primary button of a form that moves money: bright only where it can act, else it says what it waits for. */
export function ActButton({ waits, isShut = false, loading = false, children }: ActButtonProps) {
  return (
    <Button type="submit" size="lg" fullWidth loading={loading} disabled={waits !== undefined || isShut}>
      {waits ?? children}
    </Button>
  );
}
