/** What is known of icons while the vault is open. A lock forgets it: the names of hosts are the owner's too. */
export class IconMemory {
  /** Goes up when what was read of icons may be no longer so. */
  stamp = 0;
  /** Answers that were given or are under way, by host; `undefined` where there was no icon. */
  readonly fetched = new Map<string, Promise<Uint8Array | undefined>>();
  /** Entries whose icon is being seen to. */
  readonly underWay = new Set<string>();
  /** The server asks no service. */
  isOff = false;
  readonly #addresses = new Map<string, string>();

  addressOf(id: string): string | undefined {
    return this.#addresses.get(id);
  }

  keepAddress(id: string, address: string): void {
    this.#addresses.delete(id);
    this.#addresses.set(id, address);
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > maxAddresses && oldest !== undefined) this.#addresses.delete(oldest);
  }

  changed(): void {
    this.stamp += 1;
    this.#addresses.clear();
  }

  forgetAll(): void {
    this.changed();
    this.fetched.clear();
    this.underWay.clear();
    this.isOff = false;
  }
}

/** Some screens of a list. */
const maxAddresses = 300;
