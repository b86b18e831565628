import { createTheme } from '@mantine/core';
import { Chevron } from '../fields/chevron.tsx';

/** Mantine's defaults for behavior, which CSS cannot express. Styles are in tokens.css and controls.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Mantine's scroll lock writes a style element, which a strict CSP forbids; base.css locks scrolling instead.
    Modal: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: undefined } },
    SegmentedControl: { defaultProps: { transitionDuration: 120, withItemsBorders: false } },
    NativeSelect: { defaultProps: { rightSection: <Chevron />, rightSectionPointerEvents: 'none' } },
    // The default variant is named explicitly, so that controls.css can tell the variants apart.
    Button: { defaultProps: { variant: 'filled' } },
  },
});
