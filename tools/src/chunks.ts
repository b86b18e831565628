import type { RolldownOptions } from 'rolldown';

/** Modules that only dialogs, drawers, menus and drop-down lists need. */
const overlayModules =
  /@floating-ui|remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|tslib|get-nonce|components\/(CloseButton|Combobox|Drawer|FocusTrap|Menu|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Select|Tooltip)\/|use-focus-(trap|return)|\/dialog(-form)?[./]/;

/**
 * Splits an app's modules into chunks: the initial modules form one chunk, and small modules that many pages share form
 * two others: overlays, which many pages show only after a click, and the rest. By default, there would be a chunk for
 * each set of pages that share modules, and a page would request a hundred chunks.
 */
export const chunks: RolldownOptions = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'frame', tags: ['$initial'], priority: 3 },
        {
          name: 'shared',
          test: (id) => !overlayModules.test(id),
          minShareCount: 16,
          maxModuleSize: 4_000,
          priority: 2,
        },
        { name: 'overlays', test: overlayModules, minShareCount: 16, priority: 1 },
      ],
    },
  },
};
