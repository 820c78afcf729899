import { toBase64Url, utf8 } from '@castellan/foundation/bytes';
import { argon2id as argon2idOfHashWasm } from 'hash-wasm';
import { expect, test } from 'vitest';
import { codeOf, makeWorld, master, minCost, must, testPorts, unlock } from '../../tests/vault-world.ts';
import type { Argon2id, Argon2idCost } from '../ports.ts';
import { crackCost, guessesPerSecond } from '../strength/crack-cost.ts';
import { argon2idKnownAnswers, checkCost, guardArgon2id, selfTestArgon2id, strongerCost } from './argon2id.ts';
import { argon2idOfLibsodium } from './argon2id-libsodium.ts';
import { calibrate } from './calibration.ts';

test('the known answers are those of libsodium and of an independent implementation', async () => {
  expect(await selfTestArgon2id(argon2idOfLibsodium)).toBe(true);
  for (const { password, salt, memoryKib, passes, answer } of argon2idKnownAnswers) {
    const other = await argon2idOfHashWasm({
      password,
      salt: utf8(salt),
      parallelism: 1,
      iterations: passes,
      memorySize: memoryKib,
      hashLength: 32,
      outputType: 'binary',
    });
    expect(toBase64Url(other)).toBe(answer);
  }
});

test('libsodium and an independent implementation agree at the cost that a new vault has', { timeout: 60_000 }, async () => {
  const salt = utf8('sixteen byte salt'.slice(0, 16));
  const ours = await argon2idOfLibsodium(utf8(master), salt, minCost);
  const theirs = await argon2idOfHashWasm({
    password: master,
    salt,
    parallelism: 1,
    iterations: 3,
    memorySize: 65_536,
    hashLength: 32,
    outputType: 'binary',
  });
  expect(toBase64Url(ours)).toBe(toBase64Url(theirs));
});

test('a vault made and opened with the real derivation', { timeout: 60_000 }, async () => {
  const world = await makeWorld(1, 1, testPorts(1, argon2idOfLibsodium));
  expect(codeOf(await unlock(world))).toBe('ok');
  expect(codeOf(await unlock(world, { kind: 'master', master: 'wrong' }))).toBe('wrong_key');
});

test('an implementation is tested once before first use, and one that fails is not believed', async () => {
  let calls = 0;
  const counted: Argon2id = (...call) => {
    calls += 1;
    return argon2idOfLibsodium(...call);
  };
  const derive = guardArgon2id(counted);
  const cost = { memoryKib: 64, passes: 1 };
  expect(codeOf(await derive(utf8('a'), new Uint8Array(16), cost))).toBe('ok');
  expect(codeOf(await derive(utf8('a'), new Uint8Array(16), cost))).toBe('ok');
  expect(calls).toBe(argon2idKnownAnswers.length + 2);
  let derived = false;
  const wrong: Argon2id = async (_password, _salt, { memoryKib }) => {
    derived ||= memoryKib === 64;
    return new Uint8Array(32);
  };
  expect(codeOf(await guardArgon2id(wrong)(utf8('a'), new Uint8Array(16), cost))).toBe('derivation_failed');
  expect(derived).toBe(false);
  // Lack of memory may pass.
  let short = true;
  const recovering: Argon2id = (...call) => (short ? Promise.reject(new Error('memory')) : argon2idOfLibsodium(...call));
  expect(codeOf(await guardArgon2id(recovering)(utf8('a'), new Uint8Array(16), cost))).toBe('derivation_failed');
  short = false;
  expect(codeOf(await guardArgon2id(recovering)(utf8('a'), new Uint8Array(16), cost))).toBe('ok');
  short = true;
  expect(codeOf(await guardArgon2id(recovering)(utf8('a'), new Uint8Array(16), cost))).toBe('derivation_failed');
  const cut: Argon2id = async (...call) => (call[2].memoryKib === 64 ? new Uint8Array(31) : argon2idOfLibsodium(...call));
  expect(codeOf(await guardArgon2id(cut)(utf8('a'), new Uint8Array(16), cost))).toBe('derivation_failed');
});

test('costs: the bounds hold at their very edges', () => {
  expect(codeOf(checkCost({ memoryKib: 19_456, passes: 2 }))).toBe('ok');
  expect(codeOf(checkCost({ memoryKib: 262_144, passes: 16 }))).toBe('ok');
  expect(codeOf(checkCost({ memoryKib: 1_048_576, passes: 8 }))).toBe('ok');
  expect(codeOf(checkCost({ memoryKib: 1_048_576, passes: 9 }))).toBe('absurd');
  expect(codeOf(checkCost({ memoryKib: 65_536.5, passes: 3 }))).toBe('absurd');
  expect(codeOf(checkCost({ memoryKib: 65_536, passes: Number.NaN }))).toBe('absurd');
  expect(codeOf(checkCost({ memoryKib: 65_536, passes: 3 }, { memoryKib: 65_536, passes: 3 }))).toBe('ok');
  expect(strongerCost({ memoryKib: 1, passes: 9 }, { memoryKib: 2, passes: 3 })).toEqual({ memoryKib: 2, passes: 9 });
});

/** A device on which Argon2id takes so many milliseconds a MiB and pass. */
async function calibrated(msPerMibPass: number, floor?: Argon2idCost) {
  const clock = { now: 0, nowMs: () => clock.now };
  const derive = guardArgon2id(async (password, salt, cost) => {
    clock.now += (cost.memoryKib / 1024) * cost.passes * msPerMibPass;
    return cost.memoryKib < 2_048 ? argon2idOfLibsodium(password, salt, cost) : new Uint8Array(32);
  });
  // The known answers are asked for before the watch starts.
  await derive(new Uint8Array(1), new Uint8Array(16), { memoryKib: 64, passes: 1 });
  return must(await calibrate(derive, clock, floor));
}

test('calibration ends between 0.5 and 1.0 s where the device allows it: memory first, then passes', async () => {
  for (const ms of [0.2, 0.5, 1, 1.5, 2.5, 4]) {
    const { cost, measuredMs } = await calibrated(ms);
    expect(measuredMs).toBeGreaterThanOrEqual(500);
    expect(measuredMs).toBeLessThanOrEqual(1_000);
    expect(cost.memoryKib).toBeGreaterThanOrEqual(65_536);
    expect(cost.memoryKib).toBeLessThanOrEqual(262_144);
    expect(cost.memoryKib % 1024).toBe(0);
  }
  expect((await calibrated(0.2)).cost).toEqual({ memoryKib: 262_144, passes: 13 });
  expect((await calibrated(1)).cost.passes).toBe(3);
});

test('a slow device keeps the least, one that is faster than all bounds the most, and none goes below what was used before', async () => {
  expect(await calibrated(20)).toEqual({ cost: minCost, measuredMs: 3_840 });
  expect((await calibrated(0.001)).cost).toEqual({ memoryKib: 262_144, passes: 16 });
  expect((await calibrated(6, { memoryKib: 131_072, passes: 4 })).cost).toEqual({ memoryKib: 131_072, passes: 4 });
  const broken = guardArgon2id(() => Promise.reject(new Error('no WebAssembly')));
  expect(codeOf(await calibrate(broken, { nowMs: () => 0 }))).toBe('derivation_failed');
});

test('the cost of cracking follows from memory traffic: twice the memory or the passes, half the guesses', () => {
  const base = guessesPerSecond(minCost);
  expect(base).toBeGreaterThan(2_000);
  expect(base).toBeLessThan(3_000);
  expect(guessesPerSecond({ memoryKib: 131_072, passes: 3 })).toBeCloseTo(base / 2);
  const cost = crackCost(51, minCost, 100);
  expect(cost.guesses).toBe(2 ** 50);
  expect(cost.seconds).toBeCloseTo(2 ** 50 / (base * 100));
  expect(cost.years).toBeCloseTo(cost.seconds / 31_557_600);
  expect(cost.dollars).toBeCloseTo((cost.seconds / 3_600) * 100 * cost.hardware.dollarsPerHour);
  expect(crackCost(0, minCost).guesses).toBe(1);
});
