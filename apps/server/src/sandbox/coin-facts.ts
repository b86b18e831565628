import { type CoinProfile, emptyProfile } from '../projections/tables/coins.ts';

type Row = readonly [code: string, issueDate: string, maximumSupply: string, intro: string];

/**
 * Facts that do not change: the day, month or year in which a coin or its network began, the maximum supply that its
 * rules set, and a short introduction. Operators enter facts that change from day to day (supplies, ranks, market caps,
 * all-time highs and lows), and facts on which sources disagree.
 */
const rows: readonly Row[] = [
  [
    'USDT',
    '2014-10',
    'unlimited',
    'A token issued by Tether and designed to hold the value of one US dollar. It exists on several networks; Tether issues and redeems it.',
  ],
  [
    'BTC',
    '2009-01-03',
    '21000000',
    'The first cryptocurrency, described by Satoshi Nakamoto in 2008. Miners secure the network by proof of work; every 210,000 blocks, the block reward is halved.',
  ],
  [
    'ETH',
    '2015-07-30',
    'unlimited',
    'The coin of Ethereum, a network that runs programs called smart contracts. Transactions pay fees in ETH; since September 2022, validators secure the network by proof of stake.',
  ],
  [
    'SOL',
    '2020-03',
    'unlimited',
    'The coin of Solana, a network for smart contracts that orders transactions with a verifiable clock called proof of history, and is secured by proof of stake.',
  ],
  [
    'XRP',
    '2012-06',
    '100000000000',
    'The coin of the XRP Ledger, a payment network whose validators agree on each ledger without mining. All XRP was created at the start; transaction fees destroy a little of it.',
  ],
  [
    'BNB',
    '2017-07',
    '',
    'The coin of BNB Chain. It began as a token on Ethereum and now pays the transaction fees of BNB Smart Chain; part of the supply is burned regularly.',
  ],
  [
    'DOGE',
    '2013-12-06',
    'unlimited',
    'A cryptocurrency that Billy Markus and Jackson Palmer started as a joke. It is secured by proof of work and mined together with Litecoin; every block adds 10,000 DOGE.',
  ],
  [
    'ADA',
    '2017-09',
    '45000000000',
    'The coin of Cardano, a network for smart contracts that is secured by the proof-of-stake protocol Ouroboros and developed from peer-reviewed research.',
  ],
  [
    'TRX',
    '2017',
    'unlimited',
    'The coin of TRON, a network for smart contracts whose blocks are produced by elected representatives. It is widely used to transfer USDT.',
  ],
  [
    'AVAX',
    '2020-09-21',
    '720000000',
    'The coin of Avalanche, a platform of several chains that is secured by proof of stake. Transaction fees on its main chains are burned.',
  ],
  [
    'LINK',
    '2017-09',
    '1000000000',
    'The token of Chainlink, a network of oracles that deliver prices and other external data to smart contracts. It began on Ethereum.',
  ],
  [
    'DOT',
    '2020-05-26',
    '',
    'The coin of Polkadot, a network that connects and secures other chains. Its holders stake it and vote on changes to the network.',
  ],
  [
    'LTC',
    '2011-10',
    '84000000',
    'A cryptocurrency that Charlie Lee derived from Bitcoin, with a block every two and a half minutes instead of ten and scrypt as its proof of work.',
  ],
  [
    'BCH',
    '2017-08-01',
    '21000000',
    'A cryptocurrency that split from Bitcoin over the block size. It uses the same proof-of-work algorithm.',
  ],
  [
    'UNI',
    '2020-09',
    '',
    'The governance token of Uniswap, an exchange on Ethereum where anyone can trade tokens against liquidity pools.',
  ],
  [
    'ATOM',
    '2019-03',
    'unlimited',
    'The coin of the Cosmos Hub, a network secured by proof of stake. Chains of the Cosmos ecosystem exchange tokens and messages with each other.',
  ],
  [
    'ETC',
    '2016-07-20',
    '',
    'The coin of the original Ethereum chain, which continued after the fork that returned the funds taken from The DAO. It is still secured by proof of work.',
  ],
  [
    'FIL',
    '2020-10-15',
    '2000000000',
    'The coin of Filecoin, a network on which clients pay storage providers to store files and to prove regularly that they still do.',
  ],
  [
    'NEAR',
    '2020-04',
    'unlimited',
    'The coin of NEAR Protocol, a network for smart contracts that divides its state into shards and is secured by proof of stake.',
  ],
  [
    'XLM',
    '2014-07',
    '',
    'The coin of Stellar, a network for payments and for issuing assets. Its validators reach consensus without mining; in 2019, the Stellar Development Foundation destroyed more than half of the supply.',
  ],
  [
    'POL',
    '2023-10',
    '',
    'The coin of Polygon and the successor to MATIC, which it replaced one for one. It pays fees and secures the Polygon network by proof of stake.',
  ],
  [
    'USDC',
    '2018-09',
    'unlimited',
    'A token issued by Circle and designed to hold the value of one US dollar. It exists on several networks; Circle issues and redeems it.',
  ],
];

/** The profiles of the sandbox's coins. */
export const coinProfiles: readonly CoinProfile[] = rows.map(([code, issueDate, maximumSupply, intro]) => ({
  ...emptyProfile(code),
  issueDate,
  maximumSupply,
  intro,
}));
