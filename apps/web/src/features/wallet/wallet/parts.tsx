import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './account-tabs.module.css';

type PartsProps = {
  readonly label: string;
  readonly parts: readonly { readonly name: string; readonly content: ReactNode }[];
  /** The index of the part shown first. */
  readonly first?: number;
};

/** The tabs of an account, and the content of the selected one. */
export function Parts({ label, parts, first = 0 }: PartsProps) {
  const [shown, setShown] = useState(first);
  return (
    <>
      <SegmentedControl
        className={styles.parts ?? ''}
        aria-label={label}
        value={String(shown)}
        onChange={(next) => setShown(Number(next))}
        data={parts.map(({ name }, index) => ({ value: String(index), label: name }))}
      />
      {parts[shown]?.content}
    </>
  );
}
