import { afterEach, expect, it, vi } from 'vitest';

const open = async (stored: string) => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => {} });
  return (await import('./preferences.ts')).usePreferences.getState();
};
afterEach(() => vi.unstubAllGlobals());

it('stored preferences are read; unknown or malformed values are treated as not set', async () => {
  const stored = {
    scheme: 'light',
    rising: 'purple',
    density: 7,
    number_format: 'toString',
    time_zone: 'Mars/Olympus',
    default_coin: '<b>',
    confirm_orders: 'yes',
    favorite_coins: ['BTC', '<b>'],
    hotkeys: false,
    hide_small_balances: true,
    set: 'nothing',
    font: 'serif',
  };
  const found = await open(JSON.stringify(stored));
  expect(found).toMatchObject({
    scheme: 'light',
    rising: 'green',
    density: 'comfortable',
    number_format: 'auto',
    time_zone: '',
    default_coin: '',
    confirm_orders: false,
    favorite_coins: [],
    hotkeys: false,
    sounds: false,
    hide_small_balances: true,
    set: expect.any(Function),
  });
  expect(found).not.toHaveProperty('font');
});

it.each(['X', 'ABCDEFGH'])(
  'the coin code %s, of the minimum or maximum length for a listing, is read',
  async (coin) => {
    const stored = { default_coin: coin, favorite_coins: ['BTC', coin] };
    expect(await open(JSON.stringify(stored))).toMatchObject(stored);
  },
);

it.each(['null', '7', '"dark"', '[]', '{'])('preferences start from the defaults if %s is stored', async (stored) => {
  expect(await open(stored)).toMatchObject({ scheme: 'dark', rising: 'green', confirm_conversions: true });
});
