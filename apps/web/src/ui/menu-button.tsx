import { lazyPart } from '@vitrine/ui';
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { fetchAhead } from './fetch-ahead.ts';
import { LazyPart } from './lazy-part.tsx';

const importMenu = () => import('./opening-menu.tsx');
const OpeningMenu = lazyPart(() => importMenu().then((m) => m.OpeningMenu));

export interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  readonly isChosen?: boolean;
  readonly onChoose: () => void;
}

export interface MenuGroup {
  readonly key: string;
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
}

export type MenuButtonProps = {
  readonly button: ReactElement<ComponentProps<'button'>>;
  readonly groups: readonly MenuGroup[];
  readonly position: 'bottom-start' | 'bottom-end';
  /** Whether several entries can be toggled: then the menu stays open, with its groups side by side. */
  readonly takesMany?: boolean;
};

/** A button with a menu below it; the menu's code is loaded on hover or focus. */
export function MenuButton(props: MenuButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = cloneElement(props.button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchAhead(importMenu),
    onFocus: fetchAhead(importMenu),
    onClick: () => setIsWanted(true),
  });
  if (!isWanted) return button;
  return (
    <LazyPart fallback={button}>
      <OpeningMenu {...props} />
    </LazyPart>
  );
}
