import { describe, expect, test } from 'vitest';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { addressFault, addressGroups } from '../shared/address-shape.ts';

import { blocksButton, errorsOf, hasErrors, needOf, visibleErrors } from './errors.ts';
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
const form: WithdrawForm = { coin: 'USDT', network: 'TRC20', isNetworkChosen: true, address: TRON, amount: '120' };
const nowhere = { address: false, amount: false };
const addressLeft = { ...nowhere, address: true };
const look = (fields: Partial<WithdrawForm> = {}) => {
  const looked = { ...form, ...fields };
  return errorsOf(looked, summarise(looked, context));
};

describe('an address error', () => {
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
    [`${TRON.slice(0, -1)}E`, 'TRC20', 'address_checksum'],
    [ETHEREUM.replace('d8dA', 'd8da'), 'ERC20', 'address_checksum'],
    [ETHEREUM.toLowerCase(), 'ERC20', undefined],
    [BITCOIN.replace('qar0', 'qar9'), 'BTC', 'address_checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'BTC', 'address_checksum'],
  ] as const)('for "%s" on %s is %s', (address, network, fault) => {
    expect(addressFault(address, network)).toBe(fault);
  });

  test('is shown immediately for another network’s address, otherwise when the field is left', () => {
    const typing = { ...form, address: 'TSW8' };
    expect(visibleErrors(look({ address: 'TSW8' }), typing, nowhere)).toEqual({});
    expect(visibleErrors(look({ address: 'TSW8' }), typing, addressLeft)).toEqual({ address: 'address_malformed' });
    expect(visibleErrors(look({ address: ETHEREUM }), form, nowhere)).toEqual({ address: 'address_wrong_network' });
  });
});

describe('amount errors', () => {
  test.each([
    ['', 'amount_required'],
    ['0', 'amount_required'],
    ['9.999999', 'below_minimum'],
    ['10', undefined],
    ['250', undefined],
    ['250.000001', 'exceeds_balance'],
  ])('the amount "%s" has the error %s', (amount, fault) => {
    expect(look({ amount }).amount).toBe(fault);
  });

  test('an empty amount is reported once the field is left', () => {
    const empty = { ...form, amount: '' };
    expect(visibleErrors(look({ amount: '' }), empty, nowhere)).toEqual({});
    expect(visibleErrors(look({ amount: '' }), empty, { ...nowhere, amount: true })).toEqual({
      amount: 'amount_required',
    });
  });

  test('no minimum applies before a network is chosen', () => {
    expect(look({ network: undefined, amount: '1' })).toEqual({ network: 'network_required' });
    expect(hasErrors(look())).toBe(false);
  });
});

describe('the submit button', () => {
  test('names the first missing field, and none once the form is complete', () => {
    const needs = [{ network: undefined, address: '' }, { address: '', amount: '' }, { amount: '' }, {}];
    expect(needs.map((fields) => needOf(look(fields)))).toEqual([
      'network_required',
      'address_required',
      'amount_required',
      undefined,
    ]);
  });

  test('is disabled while there are errors, except for a malformed address, which pressing the button reports', () => {
    const wrong = [{ address: '' }, { address: ETHEREUM }, { address: `${TRON.slice(0, -1)}E` }, { amount: '251' }];
    expect(wrong.map((fields) => blocksButton(look(fields)))).toEqual([true, true, true, true]);
    expect([look(), look({ address: 'TSW8' })].map(blocksButton)).toEqual([false, false]);
  });
});

describe('the summary', () => {
  test('has the amount that arrives, which is the amount less the fee, undefined unless above zero', () => {
    expect(summarise(form, context).arrives?.toFixed()).toBe('119');
    expect(summarise({ ...form, network: 'ERC20', amount: '19' }, context).arrives).toBeUndefined();
    expect(summarise({ ...form, network: undefined }, context).arrives).toBeUndefined();
  });

  test('lists the networks that support the coin, and the coins that have a network', () => {
    expect(summarise(form, context).networks.map(({ value }) => value)).toEqual(['TRC20', 'ERC20']);
    expect(summarise(form, context).coins).toEqual(['USDT', 'ETH', 'BTC']);
  });
});

describe('choosing a network and an address', () => {
  test('the open network with the lowest fee is chosen until the client chooses another one', () => {
    const stopped = networks.map((one) => (one.value === 'TRC20' ? { ...one, withdrawals_open: false } : one));
    const first = (rows: typeof networks) =>
      reduceWithdraw(emptyWithdrawal(), { type: 'coin', coin: 'USDT', networks: rows }).network;
    expect([first(networks), first(stopped)]).toEqual(['TRC20', 'ERC20']);
    expect(summarise(form, context).cheapest?.value).toBe('TRC20');
    const preselected = { ...form, network: 'ERC20', isNetworkChosen: false } as const;
    expect(reduceWithdraw(preselected, { type: 'coin', coin: 'USDT', networks }).network).toBe('TRC20');
  });

  test('a chosen network is kept if it supports the new coin too; a single network is selected automatically', () => {
    const choose = (coin: string) => reduceWithdraw({ ...form, network: 'ERC20' }, { type: 'coin', coin, networks });
    expect(choose('ETH')).toMatchObject({ coin: 'ETH', network: 'ERC20', amount: '' });
    expect(choose('BTC')).toMatchObject({ coin: 'BTC', network: 'BTC' });
    expect(reduceWithdraw(form, { type: 'coin', coin: 'ETH', networks }).network).toBe('ERC20');
    expect(emptyWithdrawal().network).toBeUndefined();
  });

  test('an address pasted in groups loses its spaces', () => {
    const text = ` ${addressGroups(TRON).join(' ')}\n`;
    expect(reduceWithdraw(form, { type: 'address', text }).address).toBe(TRON);
  });
});

test('the completed steps of a withdrawal follow from its stage and its transaction', () => {
  const at = (stage: Parameters<typeof doneSteps>[0]['stage'], txid = '') => doneSteps({ stage, txid });
  expect([at('checking'), at('approved'), at('sending'), at('sending', 'ab'), at('completed')]).toEqual([
    1, 2, 2, 3, 4,
  ]);
  const waiting = { state: 'pending', stage: 'waiting_approval', txid: '', approvals_needed: 2 } as const;
  expect(statusWord(waiting as Parameters<typeof statusWord>[0])).toBe('waitingTwo');
  expect(statusWord({ ...waiting, state: 'restricted' } as Parameters<typeof statusWord>[0])).toBe('frozen');
});

test('the next step of a withdrawal is shown until the withdrawal is final', () => {
  const at = (stage: Parameters<typeof nextWord>[0]['stage'], txid = '') => nextWord({ state: 'pending', stage, txid });
  expect([at('requested'), at('waiting_approval'), at('approved'), at('sending'), at('sending', 'ab')]).toEqual([
    'checks',
    'review',
    'sending',
    'sending',
    'confirming',
  ]);
  expect([at('completed', 'ab'), at('refused'), at('cancelled')]).toEqual([undefined, undefined, undefined]);
  expect(nextWord({ state: 'restricted', stage: 'approved', txid: '' })).toBe('restricted');
});
