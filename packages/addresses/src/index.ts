export { base58check, decodeBase58check } from './base58check.ts';
export { type BitcoinPrefixes, bitcoinMainnet, parseBitcoinAddress } from './bitcoin-address.ts';
export { type EvmAddress, parseEvmAddress } from './evm-address.ts';
export { parseTronAddress, TRON_PREFIX, tronAddressBytes, tronAddressOf } from './tron-address.ts';
