import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>;
}

interface SolcContract {
  readonly abi: Abi;
  readonly evm: { readonly bytecode: { readonly object: string } };
}

const sources = ['tokens.sol', 'senders.sol'];
let compiled: ReadonlyMap<string, CompiledContract> | undefined;

/** The compiled contract with this name, from test/contracts. */
export function contract(name: string): CompiledContract {
  compiled ??= compile();
  const found = compiled.get(name);
  if (found === undefined) throw new Error(`there is no contract ${name}`);
  return found;
}

function compile(): ReadonlyMap<string, CompiledContract> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources.map((name) => [name, { content: sourceOf(name) }])),
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const { errors, contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const failures = (errors ?? []).filter(({ severity }) => severity === 'error');
  if (failures.length > 0) throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return new Map(
    Object.values(contracts)
      .flatMap((file) => Object.entries(file))
      .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  );
}

function sourceOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'contracts', name), 'utf8');
}
