import type { Icon } from '@tabler/icons-react';
import { Chip } from '@vitrine/ui';
import type { ReactNode } from 'react';
import styles from './state-row.module.css';

type StateRowProps = {
  readonly icon: Icon;
  readonly name: string;
  readonly about: ReactNode;
  /** The current state in a word or two; `isOn` if the setting protects the account. */
  readonly state?: { readonly text: string; readonly isOn: boolean } | undefined;
  readonly action?: ReactNode;
};

/** A setting: its name, its current state, and a control to change it. */
export function StateRow({ icon: Icon, name, about, state, action }: StateRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p>{about}</p>
      </div>
      <span className={styles.state}>
        {state ? <Chip tone={state.isOn ? 'ok' : 'plain'}>{state.text}</Chip> : null}
      </span>
      <span className={styles.action}>{action}</span>
    </li>
  );
}
