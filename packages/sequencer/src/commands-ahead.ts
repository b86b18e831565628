import type { Command, OwnerId } from '@vitrine/core';

/**
 * Whom the commands of one batch may affect. A command that the present state refuses is refused at once only when none
 * of its own owners' commands is still on its way to the core: what is in front of it (the deposit before the order) could
 * make it acceptable. Commands that concern everyone, or a hold whose owner only the core knows, count for all owners.
 */
export class CommandsAhead {
  readonly #commands: Command[] = [];
  /** Who was found in the first `#looked` commands: only a refusal has to look at all. */
  readonly #owners = new Set<OwnerId>();
  #anyone = false;
  #looked = 0;

  add(command: Command): void {
    this.#commands.push(command);
  }

  /** The command that was added at this index. */
  at(index: number): Command {
    return this.#commands[index] as Command;
  }

  clear(): void {
    this.#commands.length = 0;
    this.#owners.clear();
    this.#anyone = false;
    this.#looked = 0;
  }

  mayAffect(command: Command): boolean {
    for (; this.#looked < this.#commands.length; this.#looked += 1) {
      const ahead = this.#commands[this.#looked] as Command;
      if (!forEachOwner(ahead, (owner) => this.#owners.add(owner))) this.#anyone = true;
    }
    if (this.#anyone) return true;
    let affected = false;
    const owned = forEachOwner(command, (owner) => {
      affected ||= this.#owners.has(owner);
    });
    return affected || (!owned && this.#owners.size > 0);
  }
}

/** Visits the owners whose accounts or orders the command names; false when it names none. */
function forEachOwner(command: Command, visit: (owner: OwnerId) => void): boolean {
  switch (command.kind) {
    case 'Transfer':
      visit(command.by);
      for (const leg of command.legs) visit(leg.owner);
      return true;
    case 'HoldUnits':
      visit(command.by);
      visit(command.from.owner);
      visit(command.to.owner);
      return true;
    case 'Convert':
    case 'PlaceOrder':
    case 'PlaceOco':
    case 'AmendOrder':
    case 'CancelOrder':
    case 'CancelAllOrders':
    case 'FreezeOwner':
    case 'UnfreezeOwner':
    case 'SetFeeTier':
      visit(command.owner);
      return true;
    default:
      return false;
  }
}
