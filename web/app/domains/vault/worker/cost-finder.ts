import { succeed } from '@castellan/foundation/result';
import { guardArgon2id, strongerCost } from '@castellan/vault-core/crypto/argon2id';
import { calibrate } from '@castellan/vault-core/crypto/calibration';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';

/** Measures once what a derivation may cost here, and remembers it for as long as the Worker lives. */
export class CostFinder {
  readonly #ports: VaultPorts;
  readonly #least: Argon2idCost;
  #found: Argon2idCost | undefined;

  constructor(ports: VaultPorts, least: Argon2idCost) {
    this.#ports = ports;
    this.#least = least;
  }

  /** `strongest`: below which nothing is written, because a device that saw it would refuse. */
  async find(strongest: Argon2idCost | undefined, progress: (done: number, total: number) => void) {
    const floor = strongerCost(this.#least, strongest ?? this.#least);
    progress(0, 1);
    if (this.#found === undefined) {
      const measured = await calibrate(guardArgon2id(this.#ports.argon2id), this.#ports.clock, floor);
      if (!measured.ok) return measured;
      this.#found = measured.value.cost;
    }
    return succeed(strongerCost(this.#found, floor));
  }
}
