import { type Command, type OwnerId, ownersOf } from '@vitrine/core';

/**
 * The owners whom the commands of one batch may affect. A command that the current state refuses may be refused
 * immediately only if no command ahead of it affects its owners: a command ahead, for example a deposit ahead of an
 * order, could make the refused command acceptable. Commands that concern everyone, or a hold whose owner only the core
 * knows, count as affecting all owners.
 */
export class CommandsAhead {
  readonly #commands: Command[] = [];
  /** The owners of the first `#looked` commands, collected when a refusal needs them. */
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
      const owners = ownersOf(this.#commands[this.#looked] as Command);
      if (owners.length === 0) this.#anyone = true;
      for (const owner of owners) this.#owners.add(owner);
    }
    if (this.#anyone) return true;
    const owners = ownersOf(command);
    return owners.length === 0 ? this.#owners.size > 0 : owners.some((owner) => this.#owners.has(owner));
  }
}
