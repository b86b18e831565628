/** An account that anyone may sign in to, ready to trade. Amounts are in whole coins. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly transactionPassword: string;
  readonly deposits: Readonly<Record<string, string>>;
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'alice@example.com',
    password: 'alice-looks-around',
    transactionPassword: 'alice-buys-and-sells',
    deposits: { USDT: '50000', BTC: '0.5', ETH: '5' },
  },
  {
    username: 'bob@example.com',
    password: 'bob-looks-around',
    transactionPassword: 'bob-buys-and-sells',
    deposits: { USDT: '20000', USDC: '5000', BTC: '0.1' },
  },
];
