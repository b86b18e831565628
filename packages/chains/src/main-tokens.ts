import type { Network } from './chain.ts';

type MainToken = readonly [coin: string, contract: string, decimals: number];

/** The token contracts on the mainnets, as published by their issuers (Tether and Circle; Binance for BEP20). */
export const mainTokens: Readonly<Record<Network, readonly MainToken[]>> = {
  ERC20: [
    ['USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
    ['USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
  ],
  BEP20: [
    ['USDT', '0x55d398326f99059fF775485246999027B3197955', 18],
    ['USDC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
  ],
  TRC20: [
    ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6],
    ['USDC', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 6],
  ],
  BTC: [],
};
