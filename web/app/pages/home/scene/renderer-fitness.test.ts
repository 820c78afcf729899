import { expect, test } from 'vitest';
import { countFrame, freshTrial, isSoftwareRenderer, verdictOf } from './renderer-fitness.ts';

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'llvmpipe (LLVM 19.1.7, 256 bits)',
  'softpipe',
  'Apple Software Renderer',
  'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)',
])('%s is software', (name) => {
  expect(isSoftwareRenderer(name)).toBe(true);
});

test.each([
  'ANGLE (NVIDIA, NVIDIA GeForce RTX 4070 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (Apple, ANGLE Metal Renderer: Apple M3, Unspecified Version)',
  'Mali-G78',
  'Mesa Intel(R) UHD Graphics 620 (KBL GT2)',
])('%s is hardware', (name) => {
  expect(isSoftwareRenderer(name)).toBe(false);
});

const trialOf = (gapsMs: readonly number[]) => verdictOf(gapsMs.reduce(countFrame, freshTrial));

test('twelve frames of which three are slow pass; the fourth slow one ends it at once', () => {
  expect(trialOf([50, 50, 50, 17, 17, 17, 17, 17, 17, 17, 17])).toBe('open');
  expect(trialOf([50, 50, 50, 17, 17, 17, 17, 17, 17, 17, 17, 17])).toBe('fit');
  expect(trialOf([50, 50, 50, 50])).toBe('unfit');
});

test('34 ms is not slow, so a display of 30 frames a second passes', () => {
  expect(trialOf(Array.from({ length: 12 }, () => 34))).toBe('fit');
  expect(trialOf(Array.from({ length: 12 }, () => 34.1))).toBe('unfit');
});
