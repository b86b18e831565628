import { describe, expect, test } from 'vitest';
import { addressFault, addressGroups } from '../../lib/address-shape.ts';
import type { CoinNetwork } from '../../lib/coin-networks.ts';

import { blocksButton, errorsOf, hasErrors, visibleErrors } from './errors.ts';
import { doneSteps, nextWord, statusWord } from './progress.ts';
import { emptyWithdrawal, reduceWithdraw } from './reducer.ts';
import { summarise } from './summary.ts';
import type { WithdrawContext, WithdrawForm } from './types.ts';

const TRON = 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D';
const ETHEREUM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const row = (coin: string, value: CoinNetwork['value'], minimum: string, gasFee: string) =>
  ({ coin, value, minimum, gasFee, withdrawals_open: true }) as CoinNetwork;
const networks = [
  row('USDT', 'TRC20', '10', '1'),
  row('USDT', 'ERC20', '30', '20'),
  row('ETH', 'ERC20', '0.01', '0.0025'),
  row('BTC', 'BTC', '0.0001', '0.000068'),
];
const context: WithdrawContext = {
  networks,
  available: new Map([
    ['USDT', '250.000000'],
    ['BTC', '0.50000000'],
  ]),
  limits: undefined,
  saved: undefined,
};
const form: WithdrawForm = { coin: 'USDT', network: 'TRC20', address: TRON, amount: '120' };
const look = (fields: Partial<WithdrawForm> = {}) => {
  const looked = { ...form, ...fields };
  return errorsOf(looked, summarise(looked, context));
};

describe('what is wrong with an address', () => {
  test.each([
    ['', 'TRC20', 'address_required'],
    [TRON, 'TRC20', undefined],
    [TRON.slice(0, -1), 'TRC20', 'address_malformed'],
    [TRON, 'ERC20', 'address_wrong_network'],
    [ETHEREUM, 'TRC20', 'address_wrong_network'],
    [ETHEREUM, 'BEP20', undefined],
    ['0x12', 'ERC20', 'address_malformed'],
    ['0x', 'TRC20', 'address_wrong_network'],
    [BITCOIN, 'BTC', undefined],
    [BITCOIN.toUpperCase(), 'BTC', undefined],
    [BITCOIN, 'TRC20', 'address_wrong_network'],
    ['hello', 'BTC', 'address_malformed'],
  ] as const)('"%s" on %s: %s', (address, network, fault) => {
    expect(addressFault(address, network)).toBe(fault);
  });

  test('is said at once where it is of another network, else after an attempt; and both keep the button shut', () => {
    const typing = { ...form, address: 'TSW8' };
    expect(visibleErrors(look({ address: 'TSW8' }), typing, false)).toEqual({});
    expect(visibleErrors(look({ address: 'TSW8' }), typing, true)).toEqual({ address: 'address_malformed' });
    expect(visibleErrors(look({ address: ETHEREUM }), form, false)).toEqual({ address: 'address_wrong_network' });
    expect([look({ address: '' }), look({ address: ETHEREUM }), look()].map(blocksButton)).toEqual([true, true, false]);
  });
});

describe('what is wrong with an amount', () => {
  test.each([
    ['', 'amount_required'],
    ['0', 'amount_required'],
    ['9.999999', 'below_minimum'],
    ['10', undefined],
    ['250', undefined],
    ['250.000001', 'exceeds_balance'],
  ])('"%s": %s', (amount, fault) => {
    expect(look({ amount }).amount).toBe(fault);
  });

  test('nothing is said of a minimum before there is a network', () => {
    expect(look({ network: undefined, amount: '1' })).toEqual({ network: 'network_required' });
    expect(hasErrors(look())).toBe(false);
  });
});

describe('the summary', () => {
  test('says what arrives: the amount less the fee, and nothing that would be less than nothing', () => {
    expect(summarise(form, context).arrives?.toFixed()).toBe('119');
    expect(summarise({ ...form, network: 'ERC20', amount: '19' }, context).arrives).toBeUndefined();
    expect(summarise({ ...form, network: undefined }, context).arrives).toBeUndefined();
  });

  test('lists the networks that carry the coin, and the coins that have one', () => {
    expect(summarise(form, context).networks.map(({ value }) => value)).toEqual(['TRC20', 'ERC20']);
    expect(summarise(form, context).coins).toEqual(['USDT', 'ETH', 'BTC']);
  });
});

describe('choosing', () => {
  test('a coin keeps the network where it carries that coin too; the only one chooses itself', () => {
    const choose = (coin: string) => reduceWithdraw({ ...form, network: 'ERC20' }, { type: 'coin', coin, networks });
    expect(choose('ETH')).toMatchObject({ coin: 'ETH', network: 'ERC20', amount: '' });
    expect(choose('BTC')).toMatchObject({ coin: 'BTC', network: 'BTC' });
    expect(reduceWithdraw(form, { type: 'coin', coin: 'ETH', networks }).network).toBe('ERC20');
    expect(emptyWithdrawal().network).toBeUndefined();
  });

  test('an address pasted in groups is the address', () => {
    const text = ` ${addressGroups(TRON).join(' ')}\n`;
    expect(reduceWithdraw(form, { type: 'address', text }).address).toBe(TRON);
  });
});

test('the steps that are done follow the stage, and the transaction', () => {
  const at = (stage: Parameters<typeof doneSteps>[0]['stage'], txid = '') => doneSteps({ stage, txid });
  expect([at('checking'), at('approved'), at('sending'), at('sending', 'ab'), at('completed')]).toEqual([
    1, 2, 2, 3, 4,
  ]);
  const waiting = { state: 'ONHOLD', stage: 'waiting_approval', txid: '', approvals_needed: 2 } as const;
  expect(statusWord(waiting as Parameters<typeof statusWord>[0])).toBe('waitingTwo');
  expect(statusWord({ ...waiting, state: 'FREEZE' } as Parameters<typeof statusWord>[0])).toBe('frozen');
});

test('what comes next is said until it is over', () => {
  const at = (stage: Parameters<typeof nextWord>[0]['stage'], txid = '') => nextWord({ state: 'ONHOLD', stage, txid });
  expect([at('requested'), at('waiting_approval'), at('approved'), at('sending'), at('sending', 'ab')]).toEqual([
    'checks',
    'review',
    'sending',
    'sending',
    'confirming',
  ]);
  expect([at('completed', 'ab'), at('refused'), at('cancelled')]).toEqual([undefined, undefined, undefined]);
  expect(nextWord({ state: 'FREEZE', stage: 'approved', txid: '' })).toBe('restricted');
});
