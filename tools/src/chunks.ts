import type { RolldownOptions } from 'rolldown';

/** Modules that only dialogs, drawers, menus and drop-down lists need. */
const overlayModules =
  /@floating-ui|remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|tslib|get-nonce|components\/(CloseButton|Combobox|Drawer|FocusTrap|Menu|Modal|ModalBase|Overlay|Paper|Popover|Portal|ScrollArea(?!\/utils\/to-int)|Select|Tooltip)\/|use-focus-(trap|return)|\/dialog(-form)?[./]/;

/** Modules that only input fields need; many pages have no fields. */
const fieldModules = /components\/(Input|InputBase|TextInput)\/|utils\/(Inline)?Input|\/password-field\./;

/**
 * Modules that only segmented controls need. They are in no shared chunk, but in the chunks of the modules that use
 * them.
 */
const choiceModules = /components\/(FloatingIndicator|SegmentedControl)\//;

/**
 * Modules that the clients' front page shares with the app, so that whoever goes on from the front page has them
 * already, and the front page loads nothing else of the app.
 */
const baseModules =
  /vite\/preload-helper|node_modules\/(react|react-dom|scheduler)\/|contract\/src\/languages\.|ui\/src\/(figures\/format|brand\/|fields\/(bare-select|chevron))|web\/src\/(lib\/(language-cookie|line-path|paths|stored|stream|stream-numbers|sign-up-email)\.ts|ui\/(sparkline\.|promotions\/))/;
const frontModules = /web\/(front\.html|src\/front\/)/;
/**
 * Modules that the pages of all terminals need. As one chunk they compress better than as thirty, by 7 kB on the futures
 * page; pages that need only some of them load up to 14 kB more.
 */
const tradeModules =
  /features\/trade\/(shared\/(?!record-list|use-market-rules)|coin-search\/(?!spot-pairs|perpetual-pairs)|pair-header\/(?!index-figure|futures-figures)|book\/|tape\/|ticket\/order-desk)|routes\/trades\/desk\/(?!panels|lazy-funds|lazy-overview)/;
/**
 * What starts the app is in no shared chunk: the front page's help chat loads the app's frame, and must not start the app
 * on the front page.
 */
const startModule = /web\/(index\.html|src\/main\.tsx)/;

/**
 * Splits an app's modules into chunks. The initial modules form one chunk, and those that the front page shares with
 * them another. Modules that all terminals share form a third. Small modules that many pages share form three others:
 * one of overlays, which many pages show only after a click, one of fields, and one of the rest. By default, there would
 * be a chunk for each set of pages that share modules, and a page would request a hundred chunks.
 */
export const chunks: RolldownOptions = {
  output: {
    // The initial chunk lists the names of all chunks, so names without words make every page smaller.
    chunkFileNames: 'assets/[hash].js',
    assetFileNames: 'assets/[hash][extname]',
    codeSplitting: {
      groups: [
        { name: 'base', test: baseModules, tags: ['$initial'], priority: 4 },
        {
          name: 'frame',
          test: (id) => !frontModules.test(id) && !startModule.test(id),
          tags: ['$initial'],
          priority: 3,
        },
        {
          name: 'shared',
          test: (id) => ![overlayModules, fieldModules, choiceModules].some((modules) => modules.test(id)),
          minShareCount: 16,
          maxModuleSize: 4_000,
          priority: 2,
        },
        {
          name: 'trade',
          test: tradeModules,
          minShareCount: 3,
          priority: 2.5,
          includeDependenciesRecursively: false,
        },
        { name: 'fields', test: fieldModules, minShareCount: 16, priority: 1 },
        { name: 'overlays', test: overlayModules, minShareCount: 16, priority: 1 },
      ],
    },
  },
};
